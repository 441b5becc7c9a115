import { bridge } from '../bridge/bridge.ts';
import { json, type Parser } from '../parse.ts';
import { isLost, writeMakingRoom } from './free-space.ts';
import { savedText } from './saved-text.ts';
import type { Stored } from './stored.ts';

/** Every key under which the app saves something; `Stored` says what. */
export const keys = {
  token: 'tyy.token',
  language: 'tyy.language',
  signIn: 'tyy.sign-in',
  dialog: 'tyy.dialog',
  wizard: 'tyy.wizard',
  pick: 'tyy.pick',
  progress: 'tyy.progress',
  order: 'tyy.order',
  job: 'tyy.job',
  user: 'tyy.user',
  homePics: 'tyy.home-pics',
  templates: 'tyy.templates',
  adJobs: 'tyy.ad-jobs',
  jobs: 'tyy.jobs',
  pics: 'tyy.pics',
  favourites: 'tyy.favourites',
  statements: 'tyy.statements',
  packs: 'tyy.packs',
  plans: 'tyy.plans',
  reloaded: 'tyy.reloaded',
} as const satisfies Record<string, keyof Stored>;

type Key = keyof Stored;

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

/** A synchronous storage of texts that loses them, instead of failing, where the browser refuses storage. */
function quiet(open: () => Storage) {
  function remove(key: Key): void {
    try {
      open().removeItem(key);
    } catch {
      // Nothing was saved, so nothing is left behind.
    }
  }
  return {
    /** The value that the parser makes of the saved text; null when there is none, or none that fits. */
    read<K extends Key>(key: K, parser: Parser<Stored[K]>): Stored[K] | null {
      const text = savedText(open, key);
      return text === null ? null : parsed(key, text, parser, () => remove(key));
    },
    write(key: Key, text: string): void {
      try {
        open().setItem(key, text);
      } catch {
        // Private mode or a full disk: the durable cache still has the value.
      }
    },
    remove,
  };
}

/** Read and written at once; may be evicted. */
export const local = quiet(() => localStorage);

/** Lives as long as the tab. */
export const tab = quiet(() => sessionStorage);

/** The keys that this page has written: a value that was read before that is not removed any more. */
const written = new Set<Key>();

/** Texts that could not be saved: they live as long as the page. */
const unsaved = new Map<Key, string>();

/** What is saved under a key, or would be. */
const readText = async (key: Key): Promise<string | null> =>
  unsaved.get(key) ?? (await bridge.readCache(key).catch(() => null));

/** Survives eviction: the shell's cache inside the shell, IndexedDB elsewhere. Values are JSON. */
export const durable = {
  /** The saved value; null when there is none, none that fits its type, or it cannot be read. */
  async read<K extends Key>(key: K, parser: Parser<Stored[K]>): Promise<Stored[K] | null> {
    const text = await readText(key);
    if (text === null) return null;
    return parsed(key, text, json(parser), () => written.has(key) || durable.remove(key));
  },
  /** Returns false where the device could not: the value is then remembered as long as the page lives. */
  async write<K extends Key>(key: K, value: Stored[K]): Promise<boolean> {
    written.add(key);
    const text = JSON.stringify(value);
    unsaved.set(key, text);
    try {
      await writeMakingRoom(() => bridge.writeCache(key, text));
      if (unsaved.get(key) === text) unsaved.delete(key);
      return true;
    } catch (error) {
      // A browser without IndexedDB is no fault that the user could mend.
      return !isLost(error);
    }
  },
  async remove(key: Key): Promise<void> {
    unsaved.delete(key);
    try {
      await bridge.deleteCache(key);
    } catch {
      // Nothing was saved.
    }
  },
  /** How many bytes a value takes; 0 when there is none. */
  async size(key: Key): Promise<number> {
    const text = await readText(key);
    return text === null ? 0 : new Blob([text]).size;
  },
};
