import { expect, type Page } from '@playwright/test';

/** Reads a text from the app's database; empty if nothing is saved. */
const keptText = (page: Page, key: string): Promise<string> => page.evaluate(readCache, key);

/** Waits until the saved text contains these words. A page that closes earlier would lose them. */
export async function untilKept(page: Page, key: string, words: string): Promise<void> {
  await expect.poll(() => keptText(page, key), { message: `${key} is kept` }).toContain(words);
}

/** The check of `untilKept` as a script body, for engines without Playwright. */
export const keptScript = (key: string, words: string): string =>
  `return (await (${readCache})(${JSON.stringify(key)})).includes(${JSON.stringify(words)});`;

/** Reads a text from the app's database. Runs in the page. */
function readCache(key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('keyval-store');
    opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('keyval').objectStore('keyval').get(key);
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result ?? '');
      };
    };
  });
}
