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

/**
 * Uses IndexedDB. Rejects with `NoResponse` where it says nothing in time, and from then on at once: each use would cost the
 * whole time. It is asked all the same, so that what was written is there when it responds again.
 */
export async function inDatabase<T>(use: () => Promise<T>): Promise<T> {
  // The navigation may be slow: what asks in the meantime goes on without.
  if (leaving) await inTime(leaving);
  const used = use();
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
 * A mail or a call leaves no page.
 */
export async function endDatabaseUses(address: string | URL): Promise<void> {
  if (!new URL(address, location.href).protocol.startsWith('http')) return;
  const unused = async () => {
    while (uses.size > 0) await Promise.allSettled(uses);
  };
  await inTime(unused()).catch(() => undefined);
  leaving = new Promise(resolve => {
    const stay = () => {
      leaving = null;
      resolve();
    };
    window.addEventListener('pageshow', stay, { once: true });
    setTimeout(stay, leavingLimit);
  });
}

/** The text that was written under a key; null when there is none. */
export async function readText(key: string): Promise<string | null> {
  return (await inDatabase(() => get<string>(key))) ?? null;
}

/** Writes a text. */
export const writeText = (key: string, text: string): Promise<void> => inDatabase(() => set(key, text));

/** Removes a text. */
export const removeText = (key: string): Promise<void> => inDatabase(() => del(key));

let photos: UseStore | null = null;

/** The store of the photos, opened when it is first needed: opening throws where the browser has no IndexedDB. */
export function openPhotoStore(): UseStore {
  photos ??= createStore('tyy-photos', 'photos');
  return photos;
}
