import { bridge } from '../bridge/bridge.ts';
import { json, type Parser } from '../parse.ts';
import type { Key } from './keys.ts';
import { savedText } from './saved-text.ts';
import { isLost, writeMakingRoom } from './write-making-room.ts';

/** One value that is read and written at once. */
interface QuickValue<T> {
  /** Null when there is none, or none that fits. */
  read(): T | null;
  /** Does nothing where the browser refuses storage or has no room. */
  write(value: T): void;
  remove(): void;
}

/** One value in the durable cache: the shell's inside the shell, IndexedDB elsewhere. */
export interface DurableValue<T> {
  /** Null when there is none, none that fits, or it cannot be read. */
  read(): Promise<T | null>;
  /** Returns false where the device could not: the value is then remembered as long as the page lives. */
  write(value: T): Promise<boolean>;
  remove(): Promise<void>;
}

/** The value that a parser takes; what does not fit is removed and counts as absent, with a note in the console. */
function parsed<T>(key: Key, value: unknown, parser: Parser<T>, remove: () => unknown): T | null {
  try {
    return parser(value, key);
  } catch (error) {
    console.warn(`What was saved does not fit and is removed: ${(error as Error).message}`);
    remove();
    return null;
  }
}

/** Values in a synchronous storage: a text as it is, anything else as JSON, which its parser reads (`json`). */
const quiet =
  (open: () => Storage) =>
  <T>(key: Key, parser: Parser<T>): QuickValue<T> => ({
    read() {
      const text = savedText(open, key);
      return text === null ? null : parsed(key, text, parser, () => removeFrom(open, key));
    },
    write(value) {
      try {
        open().setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
      } catch {
        // Private mode or a full disk: the durable cache still has the value.
      }
    },
    remove: () => removeFrom(open, key),
  });

function removeFrom(open: () => Storage, key: Key): void {
  try {
    open().removeItem(key);
  } catch {
    // Nothing was saved, so nothing is left behind.
  }
}

/** A value in local storage, which may be evicted. */
export const savedLocally = quiet(() => localStorage);

/** A value that lives as long as the tab. */
export const savedInTab = quiet(() => sessionStorage);

/** Keys that this page has written: a bad older value that was read earlier must not remove them. */
const written = new Set<Key>();

/** Texts that could not be saved: they live as long as the page. */
const unsaved = new Map<Key, string>();

/** The text saved under a key, or waiting to be saved. */
const readText = async (key: Key): Promise<string | null> =>
  unsaved.get(key) ?? (await bridge.readCache(key).catch(() => null));

/** A value that survives eviction. */
export const saved = <T>(key: Key, parser: Parser<T>): DurableValue<T> => ({
  async read() {
    const text = await readText(key);
    if (text === null) return null;
    return parsed(key, text, json(parser), () => written.has(key) || removeDurable(key));
  },
  async write(value) {
    written.add(key);
    const text = JSON.stringify(value);
    unsaved.set(key, text);
    try {
      await writeMakingRoom(() => bridge.writeCache(key, text));
      if (unsaved.get(key) === text) unsaved.delete(key);
      return true;
    } catch (error) {
      return !isLost(error);
    }
  },
  remove: () => removeDurable(key),
});

async function removeDurable(key: Key): Promise<void> {
  unsaved.delete(key);
  try {
    await bridge.deleteCache(key);
  } catch {
    // Nothing was saved.
  }
}

/** Removes what is saved under a key, wherever it is; its module need not have been loaded. */
export async function removeSaved(key: Key): Promise<void> {
  removeFrom(() => localStorage, key);
  removeFrom(() => sessionStorage, key);
  await removeDurable(key);
}

/** How many bytes the durable cache has under a key; 0 when there is nothing. */
export async function savedSize(key: Key): Promise<number> {
  const text = await readText(key);
  return text === null ? 0 : new Blob([text]).size;
}
