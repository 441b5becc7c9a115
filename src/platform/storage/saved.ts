import { bridge } from '../bridge/bridge.ts';
import { json, type Parser } from '../parse.ts';
import type { Key } from './keys.ts';
import { savedText } from './saved-text.ts';
import { isLost, writeMakingRoom } from './write-making-room.ts';

/** A value in synchronous storage (local or session storage). */
interface QuickValue<T> {
  /** Null if nothing valid is saved. */
  read(): T | null;
  /** Does nothing if storage is full or the browser denies access. */
  write(value: T): void;
  remove(): void;
}

/** A value in the durable cache: the native app's own cache, or IndexedDB in other hosts. */
export interface DurableValue<T> {
  /** Null if nothing valid is saved, or if reading fails. */
  read(): Promise<T | null>;
  /** Returns false if the device could not save the value, which is then lost when the page closes. */
  write(value: T): Promise<boolean>;
  remove(): Promise<void>;
}

/** Parses a saved value. If it is invalid, logs that, removes it and returns null. */
function parsed<T>(key: Key, value: unknown, parser: Parser<T>, remove: () => unknown): T | null {
  try {
    return parser(value, key);
  } catch (error) {
    console.warn(`Removed an invalid saved value: ${(error as Error).message}`);
    remove();
    return null;
  }
}

/** Saves strings unchanged, and other values as JSON, for which the parser must be a `json` parser. */
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
        // Private mode, or storage is full. Important values are also in the durable cache.
      }
    },
    remove: () => removeFrom(open, key),
  });

function removeFrom(open: () => Storage, key: Key): void {
  try {
    open().removeItem(key);
  } catch {
    // Ignored: if the browser denies access, nothing was saved.
  }
}

/** Opens a value in local storage, which browsers may evict. */
export const savedLocally = quiet(() => localStorage);

/** Opens a value in session storage. */
export const savedInTab = quiet(() => sessionStorage);

/** Keys that this page has written. If an invalid old value is read meanwhile, it must not delete the new one. */
const written = new Set<Key>();

/** Values that could not be saved, kept in memory only. */
const unsaved = new Map<Key, string>();

const readText = async (key: Key): Promise<string | null> =>
  unsaved.get(key) ?? (await bridge.readCache(key).catch(() => null));

/** Opens a value in the durable cache, which browsers do not evict. */
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
    // Ignored: if the cache fails, the value was never saved in it.
  }
}

/** Removes a key from all storages, without loading the module that defines its type. */
export async function removeSaved(key: Key): Promise<void> {
  removeFrom(() => localStorage, key);
  removeFrom(() => sessionStorage, key);
  await removeDurable(key);
}

/** Size of a value in the durable cache, in bytes; 0 if there is none. */
export async function savedSize(key: Key): Promise<number> {
  const text = await readText(key);
  return text === null ? 0 : new Blob([text]).size;
}
