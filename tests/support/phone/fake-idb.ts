/**
 * This file replaces `idb-keyval`, because the test environment has no IndexedDB. Values outlive the page, so tests
 * need `beforeEach(newPhone)`.
 */
let kept = openKept();

/** Returns the previous page's values. They are in a global, because a reloaded page has new modules. */
function openKept(): Map<string, unknown> {
  globalThis.fakeIdb ??= new Map();
  return globalThis.fakeIdb;
}

interface Objects {
  prefix: string;
  transaction: { abort(): void };
}

export type Store = <T>(mode: IDBTransactionMode, use: (objects: Objects) => Promise<T>) => Promise<T>;

/** Makes a store that prefixes keys with its database's name and a slash; the default database has only the slash. */
export const createStore = (name: string): Store => {
  const prefix = name === 'keyval-store' ? '/' : `${name}/`;
  return (_mode, use) => use({ prefix, transaction: { abort: () => undefined } });
};

const texts = createStore('keyval-store');

export const get = (key: string, store = texts): Promise<unknown> =>
  store('readonly', async ({ prefix }) => kept.get(prefix + key));

export const set = (key: string, value: unknown, store = texts): Promise<void> =>
  store('readwrite', async ({ prefix }) => void kept.set(prefix + key, value));

export const del = (key: string, store = texts): Promise<void> =>
  store('readwrite', async ({ prefix }) => void kept.delete(prefix + key));

export const clear = (store = texts): Promise<void> =>
  store('readwrite', async ({ prefix }) => {
    for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
  });

/** Gives empty stores to pages that open later. Older pages keep their stores. */
export function renewStores(): void {
  kept = globalThis.fakeIdb = new Map();
}

export function clearAll(): void {
  kept.clear();
}
