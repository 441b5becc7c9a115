import type { Key } from './keys.ts';

/** What a synchronous storage has under a key; null when there is nothing, or the browser refuses storage. */
export function savedText(open: () => Storage, key: Key): string | null {
  try {
    return open().getItem(key);
  } catch {
    return null;
  }
}

/** Writes a text that outlives the page; not where the browser refuses storage. */
export function saveLocalText(key: Key, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It then holds for what is shown now.
  }
}

/** The same of local storage, which outlives the page. */
export const localText = (key: Key): string | null => savedText(() => localStorage, key);
