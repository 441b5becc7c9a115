/**
 * Replaces `idb-keyval`, because the test environment has no IndexedDB. The values outlive the page. Test files need
 * `beforeEach(newPhone)`.
 */
let kept = openKept();

/** A reloaded page has new modules, but gets the values of the page before. */
function openKept(): Map<string, unknown> {
  globalThis.fakeIdb ??= new Map();
  return globalThis.fakeIdb;
}

interface Objects {
  prefix: string;
  transaction: { abort(): void };
}

export type Store = <T>(mode: IDBTransactionMode, use: (objects: Objects) => Promise<T>) => Promise<T>;

/** Keys of other databases are prefixed with the database's name; keys of the default database only with a slash. */
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

/** Gives pages that open from now on empty stores; older pages keep their stores. */
export function renewStores(): void {
  kept = globalThis.fakeIdb = new Map();
}

export function clearAll(): void {
  kept.clear();
}
