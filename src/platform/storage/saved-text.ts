import type { Key } from './keys.ts';

/** Null if nothing is saved, or if the browser denies access to storage. */
export function savedText(open: () => Storage, key: Key): string | null {
  try {
    return open().getItem(key);
  } catch {
    return null;
  }
}

/** Saves a string in local storage. Does nothing if the browser denies access. */
export function saveLocalText(key: Key, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Not saved: `localText` still returns the earlier value.
  }
}

export const localText = (key: Key): string | null => savedText(() => localStorage, key);
