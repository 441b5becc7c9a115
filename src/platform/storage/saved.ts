import { bridge } from '../bridge/bridge.ts';
import { json, type Parser } from '../parse.ts';
import type { Key } from './keys.ts';
import { savedText } from './saved-text.ts';
import { isLost, writeMakingRoom } from './write-making-room.ts';

/** A value in synchronous storage. */
interface QuickValue<T> {
  /** Null if nothing valid is stored. */
  read(): T | null;
  /** Does nothing if the browser refuses storage or has no room. */
  write(value: T): void;
  remove(): void;
}

/** A value in the durable cache: the shell's inside the shell, IndexedDB elsewhere. */
export interface DurableValue<T> {
  /** Null if nothing valid is stored, or it cannot be read. */
  read(): Promise<T | null>;
  /** False if the device could not save it: the value then lasts until the page closes. */
  write(value: T): Promise<boolean>;
  remove(): Promise<void>;
}

/** Parses a saved value; an invalid one is removed and logged, and counts as absent. */
function parsed<T>(key: Key, value: unknown, parser: Parser<T>, remove: () => unknown): T | null {
  try {
    return parser(value, key);
  } catch (error) {
    console.warn(`What was saved does not fit and is removed: ${(error as Error).message}`);
    remove();
    return null;
  }
}

/** Stores text as it is, other values as JSON, which the parser must read (`json`). */
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
    // Nothing was saved.
  }
}

/** In local storage, which browsers may evict. */
export const savedLocally = quiet(() => localStorage);

/** In session storage. */
export const savedInTab = quiet(() => sessionStorage);

/** Keys written by this page: an invalid old value that was read earlier must not remove the new one. */
const written = new Set<Key>();

/** Texts that could not be saved, in memory only. */
const unsaved = new Map<Key, string>();

const readText = async (key: Key): Promise<string | null> =>
  unsaved.get(key) ?? (await bridge.readCache(key).catch(() => null));

/** In the durable cache, which survives eviction. */
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

/** Removes a key from all storages; works without the module that opens it. */
export async function removeSaved(key: Key): Promise<void> {
  removeFrom(() => localStorage, key);
  removeFrom(() => sessionStorage, key);
  await removeDurable(key);
}

/** Bytes in the durable cache; 0 if there is nothing. */
export async function savedSize(key: Key): Promise<number> {
  const text = await readText(key);
  return text === null ? 0 : new Blob([text]).size;
}
