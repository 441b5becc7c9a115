import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { inTime, NoResponse } from '../in-time.ts';

const uses = new Set<Promise<unknown>>();
/** How many uses have ended: one that waits behind others is not without a response. */
let responses = 0;
let isSilent = false;
/** Time after which a page that was to leave is taken to stay, ms: browsers give a server that says nothing about as long. */
const leavingLimit = 60_000;

/** Set while the page is leaving. */
let leaving: Promise<void> | null = null;
let stay = () => {};
/** How often the page has left, without being asked before. */
let exits = 0;
const transactions = new Set<IDBTransaction>();

/** A store in a database of its own, whose transactions are known while they run. */
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

/** WebKit keeps a page that leaves by an address or a bookmark with its transactions, for which all other pages would wait. */
function endTransactions(): void {
  exits++;
  holdUses();
  for (const transaction of transactions) {
    try {
      transaction.abort();
    } catch {
      // It is ending already.
    }
  }
}

/** Uses the database; what the page left unfinished is done again when it is back. */
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
 * Uses IndexedDB. Rejects with `NoResponse` where it says nothing in time, and from then on at once: each use would cost the
 * whole time. It is asked all the same, so that what was written is there when it responds again.
 */
export async function inDatabase<T>(use: () => Promise<T>): Promise<T> {
  // Added once, however often.
  window.addEventListener('pagehide', endTransactions);
  // The navigation may be slow: what asks in the meantime goes on without.
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
 * Resolves when IndexedDB is not in use any more, and holds further uses back until the page has left or has come back.
 * WebKit keeps a page that leaves meanwhile, and with it the database: no page could use that until the browser is closed.
 * A mail or a call leaves no page. What it returns is called where the page stays after all.
 */
export async function endDatabaseUses(address: string | URL): Promise<() => void> {
  if (!new URL(address, location.href).protocol.startsWith('http')) return stay;
  const unused = async () => {
    while (uses.size > 0) await Promise.allSettled(uses);
  };
  await inTime(unused()).catch(() => undefined);
  holdUses();
  return stay;
}

/** Holds further uses back until the page is back, or has not left in time. */
function holdUses(): void {
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

/** The text that was written under a key; null when there is none. */
export async function readText(key: string): Promise<string | null> {
  return (await inDatabase(() => get<string>(key, texts))) ?? null;
}

/** Writes a text. */
export const writeText = (key: string, text: string): Promise<void> =>
  inDatabase(() => set(key, text, texts));

/** Removes a text. */
export const removeText = (key: string): Promise<void> => inDatabase(() => del(key, texts));
