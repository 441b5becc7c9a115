/**
 * Stands in for `idb-keyval`, for the environment has no IndexedDB: what the app keeps there outlives the page. A test's
 * file says `vi.mock('idb-keyval', () => import('…/fake-idb.ts'))`.
 */
const kept = openKept();

/** A page that is loaded again has modules of its own, and finds what the one before has kept. */
function openKept(): Map<string, unknown> {
  globalThis.fakeIdb ??= new Map();
  return globalThis.fakeIdb;
}

export const createStore = (name: string): string => name;

export async function get(key: string, store = ''): Promise<unknown> {
  return kept.get(`${store}/${key}`);
}

export async function set(key: string, value: unknown, store = ''): Promise<void> {
  kept.set(`${store}/${key}`, value);
}

export async function del(key: string, store = ''): Promise<void> {
  kept.delete(`${store}/${key}`);
}

export async function clear(store = ''): Promise<void> {
  for (const key of kept.keys()) if (key.startsWith(`${store}/`)) kept.delete(key);
}

/** Empties all stores, as for another phone. */
export function clearAll(): void {
  kept.clear();
}
