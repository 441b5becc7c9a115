import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { inTime, NoResponse } from '../in-time.ts';

const uses = new Set<Promise<unknown>>();
/** Number of finished uses: shows that the database responds, though slowly. */
let responses = 0;
let isSilent = false;
/** If the page has not left after this long, it stays, ms: browsers wait about as long for a server. */
const leavingLimit = 60_000;

/** Pending while the page is leaving. */
let leaving: Promise<void> | null = null;
let stay = () => {};
/** Number of times the page left, without preparation. */
let exits = 0;
const transactions = new Set<IDBTransaction>();

/** Opens a store in its own database; records running transactions. */
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

/** WebKit keeps a page that leaves during a transaction, which then blocks the database for all pages. */
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

/** Repeats work that leaving the page aborted, once the page is back. */
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
 * Uses IndexedDB. Rejects with `NoResponse` after a time limit; later uses then reject at once, but still run, so that
 * their data are there when IndexedDB responds again.
 */
export async function inDatabase<T>(use: () => Promise<T>): Promise<T> {
  // Added only once, however often this runs.
  window.addEventListener('pagehide', endTransactions);
  // A slow navigation must not block new uses for longer than this.
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
 * Waits until IndexedDB is unused, and holds further uses until the page has left or returned: WebKit keeps a page that
 * leaves during a use, and blocks the database until the browser closes. `mailto:` and `tel:` links do not leave.
 * Returns a function for pages that stay after all.
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

/** Holds further uses until the page is back, or has not left in time. */
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
