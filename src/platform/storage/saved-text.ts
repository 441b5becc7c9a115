import type { Key } from './keys.ts';

/** Null if nothing is saved, or if the browser refuses storage. */
export function savedText(open: () => Storage, key: Key): string | null {
  try {
    return open().getItem(key);
  } catch {
    return null;
  }
}

/** Saves a text in local storage. Does nothing if the browser refuses storage. */
export function saveLocalText(key: Key, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The value then lasts until the page closes.
  }
}

export const localText = (key: Key): string | null => savedText(() => localStorage, key);
