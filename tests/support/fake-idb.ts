/**
 * Stands in for `idb-keyval`, for the environment has no IndexedDB: what the app keeps there outlives the page. A test's
 * file says `beforeEach(newPhone)`.
 */
let kept = openKept();

/** A page that is loaded again has modules of its own, and finds what the one before has kept. */
function openKept(): Map<string, unknown> {
  globalThis.fakeIdb ??= new Map();
  return globalThis.fakeIdb;
}

interface Objects {
  prefix: string;
  transaction: { abort(): void };
}

export type Store = <T>(mode: IDBTransactionMode, use: (objects: Objects) => Promise<T>) => Promise<T>;

/** Where the keys of a database begin with its name, but for those of the default one. */
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

/** Empties all stores for the pages that open them from now on; older ones keep theirs. */
export function renewStores(): void {
  kept = globalThis.fakeIdb = new Map();
}

/** Empties all stores. */
export function clearAll(): void {
  kept.clear();
}
