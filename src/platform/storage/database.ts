import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { inTime, NoResponse } from '../in-time.ts';

const uses = new Set<Promise<unknown>>();
/** Number of finished uses. It shows that the database responds, even if slowly. */
let responses = 0;
let isSilent = false;
/** If the page is not left within this time, storage works again, ms. Browsers wait about as long for a server. */
const leavingLimit = 60_000;

/** Pending while the user leaves the page. */
let leaving: Promise<void> | null = null;
let stay = () => {};
/** Number of times that the page was left without preparation. */
let exits = 0;
const transactions = new Set<IDBTransaction>();

/** Opens a store in a database of its own, and records its running transactions. */
function openStore(database: string, name: string): UseStore {
  const store = createStore(database, name);
  return (mode, use) =>
    store(mode, async objects => {
      transactions.add(objects.transaction);
      try {
        return await use(objects);
      } finally {
        transactions.delete(objects.transaction);
      }
    });
}

const texts = openStore('keyval-store', 'keyval');
export const photoStore = openStore('tyy-photos', 'photos');

/** Aborts transactions: WebKit keeps a page that is left during one, which then blocks the database for all. */
function endTransactions(): void {
  exits++;
  pauseUses();
  for (const transaction of transactions) {
    try {
      transaction.abort();
    } catch {
      // The transaction is already ending.
    }
  }
}

/** Repeats work that was aborted because the page was left, once the page is back. */
async function againAfterExits<T>(use: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = exits;
    try {
      return await use();
    } catch (error) {
      if (exits === before) throw error;
      await leaving;
    }
  }
}

/**
 * Uses IndexedDB. Rejects with `NoResponse` after a time limit. Later uses then reject at once, but they still run, so
 * that their data are saved when IndexedDB responds again.
 */
export async function inDatabase<T>(use: () => Promise<T>): Promise<T> {
  // Repeated calls add this listener only once.
  window.addEventListener('pagehide', endTransactions);
  // A slow navigation must not delay new uses longer than this.
  if (leaving) await inTime(leaving);
  const used = againAfterExits(use);
  const onResponse = () => {
    responses++;
    isSilent = false;
  };
  used.then(onResponse, onResponse);
  if (isSilent) throw new NoResponse();
  const ended = waitFor(used);
  uses.add(ended);
  return ended.finally(() => uses.delete(ended));
}

async function waitFor<T>(used: Promise<T>): Promise<T> {
  for (;;) {
    const before = responses;
    try {
      return await inTime(used);
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      if (responses > before) continue;
      isSilent = true;
      throw error;
    }
  }
}

/**
 * Waits until IndexedDB is unused, and delays further uses until the page is left or returns. WebKit keeps a page that
 * is left during a use, and blocks the database until the browser closes. Links with `mailto:` and `tel:` do not leave
 * the page. Returns a function to call if the page stays after all.
 */
export async function endDatabaseUses(address: string | URL): Promise<() => void> {
  if (!new URL(address, location.href).protocol.startsWith('http')) return stay;
  const unused = async () => {
    while (uses.size > 0) await Promise.allSettled(uses);
  };
  await inTime(unused()).catch(() => undefined);
  pauseUses();
  return stay;
}

/** Delays further uses until the page is back, or until it was not left in time. */
function pauseUses(): void {
  leaving ??= new Promise(resolve => {
    stay = () => {
      clearTimeout(timer);
      leaving = null;
      resolve();
    };
    window.addEventListener('pageshow', stay, { once: true });
    const timer = setTimeout(stay, leavingLimit);
  });
}

/** Null if nothing is saved. */
export async function readText(key: string): Promise<string | null> {
  return (await inDatabase(() => get<string>(key, texts))) ?? null;
}

export const writeText = (key: string, text: string): Promise<void> =>
  inDatabase(() => set(key, text, texts));

export const removeText = (key: string): Promise<void> => inDatabase(() => del(key, texts));
