import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { untilOfflineReady } from '../../tests/e2e/support/service-worker.ts';
import { pickAt } from '../../tests/e2e/support/wizard.ts';
import { wordsOf } from '../../tests/e2e/support/words.ts';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';
import type { ConnectionQuality, SlowConnection } from './slow-connection.ts';

declare global {
  interface Window {
    noteProgress(label: string | null): void;
  }
}

/** Result of sending photos over a bad connection. */
export interface Sent {
  /** Number of photos that reached the server. */
  arrived: number;
  /** Size in bytes of the photos that reached the server. */
  preparedBytes: number;
  /** Bytes of photos that were sent; bytes that were sent twice count twice. */
  sentBytes: number;
  /** Displayed percentages in order, one list per upload. An interrupted upload continues its list. */
  shown: number[][];
  /** Number of taps on "Try again". */
  taps: number;
}

const text = wordsOf('en');

/**
 * Opens a page with a signed-in user and adds photos: first the front photo, with a reload during its upload, then the
 * others, with a reload and later a kill. The browser reports a slow connection, so that the app does not load the
 * photo coach, which would reject these similar photos as duplicates. Resolves when the page shows all photos as
 * uploaded.
 */
export async function sendPhotos(
  page: Page,
  connection: SlowConnection,
  quality: ConnectionQuality,
  user: ApiUser,
  files: string[],
): Promise<Sent> {
  const [front = '', ...others] = files;
  await page.context().addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } });
  });
  const shown = await watchProgress(page.context());
  const next = await page.context().newPage();
  async function interrupt(goOn: () => void, how: () => Promise<unknown>) {
    await how();
    goOn();
  }
  await page.goto(`${connection.origin}/tyy/make-pic?step=front`);
  // Wait until the app is cached, as after an earlier visit.
  await untilOfflineReady(page);
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).waitFor();

  connection.quality = quality;
  const patience = 3000 + 5 * quality.delay;
  let stopped = connection.stopInside(1);
  await pickAt(page, text('make-pic.front-add'), front);
  await interrupt(await stopped, () => page.reload({ waitUntil: 'commit' }));
  let taps = await untilUploaded(page, 1, patience);

  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  stopped = connection.stopInside(2);
  await pickAt(page, text('make-pic.add-more'), others);
  await interrupt(await stopped, () => page.reload({ waitUntil: 'commit' }));
  stopped = connection.stopInside(3);
  await interrupt(await stopped, () => crashPage(page));
  await next.goto(page.url(), { waitUntil: 'commit' });
  taps += await untilUploaded(next, others.length, patience);

  const photos = (await dataOf(user.get('getPhotos'))).list;
  const preparedBytes = photos.reduce((sum, photo) => sum + photo.size, 0);
  return { arrived: photos.length, preparedBytes, sentBytes: connection.photoBytes, shown, taps };
}

/**
 * Waits for `count` uploaded photos. Taps "Try again" after `patience` ms without progress. Returns the number of taps.
 */
async function untilUploaded(page: Page, count: number, patience: number): Promise<number> {
  const ready = page.locator('div[data-status="ready"]');
  const retry = page.getByRole('button', { name: text('retry'), exact: true }).first();
  let taps = 0;
  for (let idleSince = Date.now(); ; await pause(200)) {
    if ((await overlay(page).count()) > 0) idleSince = Date.now();
    else if ((await ready.count()) === count) return taps;
    else if (Date.now() - idleSince > patience && (await retry.isVisible())) {
      // The click fails if the app has just retried by itself and removed the button.
      await retry.click({ timeout: patience }).then(
        () => taps++,
        () => undefined,
      );
      idleSince = Date.now();
    }
  }
}

/** The progress bar of the loading overlay. */
const overlay = (page: Page) => page.locator('progress[max="1"]');

/** Records the upload percentages that a context's pages show. */
async function watchProgress(context: BrowserContext): Promise<number[][]> {
  const shown: number[][] = [[]];
  await context.exposeFunction('noteProgress', (label: string | null) => {
    const percent = /(\d+)%/.exec(label ?? '')?.[1];
    if (percent) shown.at(-1)?.push(Number(percent));
    else shown.push([]);
  });
  await context.addInitScript(() => {
    let last: string | null = null;
    new MutationObserver(() => {
      const label = document.querySelector('progress[max="1"]')?.getAttribute('aria-label') ?? null;
      if (label === last) return;
      last = label;
      window.noteProgress(label);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return shown;
}

/** One text for each decrease of a displayed percentage. */
export function fallsIn(shown: number[][]): string[] {
  return shown.flatMap(percents =>
    percents.flatMap((percent, place) => {
      const before = percents[place - 1] ?? 0;
      return percent < before ? [`${before} % → ${percent} %`] : [];
    }),
  );
}

/** Kills the page's process, as a phone does when it runs out of memory. */
export async function crashPage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // This command never resolves, because it kills the page that would confirm it.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

const size = { width: 4000, height: 3000 };
/** Camera movement between two photos, in pixels; about that of an unsteady hand. */
const shift = 40;

/** Makes different photos of 12 megapixels from the test portrait, with sensor noise. Returns the files' paths. */
export async function largePhotos(folder: string, count: number): Promise<string[]> {
  const scene = { width: size.width + shift * count, height: size.height };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 70 };
  const raw = { ...scene, channels: 3 as const };
  const grain = await sharp({ create: { ...raw, background: 'white', noise } })
    .raw()
    .toBuffer();
  const seen = await sharp(portrait)
    .resize({ ...scene, fit: 'cover' })
    .removeAlpha()
    .composite([{ input: grain, raw, blend: 'overlay' }])
    .raw()
    .toBuffer();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const file = path.join(folder, `photo-${index + 1}.jpg`);
      await sharp(seen, { raw })
        .extract({ ...size, left: shift * index, top: 0 })
        .jpeg({ quality: 85 })
        .toFile(file);
      return file;
    }),
  );
}
