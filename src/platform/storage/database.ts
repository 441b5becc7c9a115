import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { inTime, NoResponse } from '../in-time.ts';

const uses = new Set<Promise<unknown>>();
/** Number of finished operations. If it increases, the database responds, even if slowly. */
let responses = 0;
let isSilent = false;
/** If the page is still open after this time (ms), storage works again. Browsers wait about as long for a server. */
const leavingLimit = 60_000;

/** Pending while the user is leaving the page. */
let leaving: Promise<void> | null = null;
let stay = () => {};
/** Counts `pagehide` events. If the count changed during a failed operation, its transaction was aborted. */
let exits = 0;
const transactions = new Set<IDBTransaction>();

/** Opens a store in its own database, and tracks its running transactions. */
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

/** Aborts all transactions. In WebKit, a page that is left during one blocks the database for all pages. */
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

/** Runs an operation. If it was aborted because the user left the page, repeats it when the page is shown again. */
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

/** Runs an operation. After a timeout, it and later ones reject with `NoResponse`, but still run. */
export async function inDatabase<T>(use: () => Promise<T>): Promise<T> {
  // Adding the same listener repeatedly has no effect.
  window.addEventListener('pagehide', endTransactions);
  // With a time limit, so that a slow navigation does not block new operations for long.
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
 * Waits until IndexedDB is idle, then delays new operations until the page is left or shown again. If a page is left
 * during an operation, WebKit blocks the database until the browser closes. Does nothing for `mailto:` and `tel:`
 * links, which do not leave the page. Returns a function to call if the page stays open after all.
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

/** Delays new operations until the page is shown again, or until `leavingLimit` has passed. */
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
