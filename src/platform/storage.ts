import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';
import { bridge } from './bridge.ts';

/** Every key under which the app remembers something. */
export const keys = {
  token: 'tyy.token',
  language: 'tyy.language',
  signIn: 'tyy.sign-in',
  wizard: 'tyy.wizard',
  order: 'tyy.order',
  job: 'tyy.job',
  user: 'tyy.user',
  homePics: 'tyy.home-pics',
  templates: 'tyy.templates',
  adJobs: 'tyy.ad-jobs',
  jobs: 'tyy.jobs',
  pics: 'tyy.pics',
  statements: 'tyy.statements',
  packs: 'tyy.packs',
  plans: 'tyy.plans',
  reloaded: 'tyy.reloaded',
} as const;

type Key = (typeof keys)[keyof typeof keys];

/** What screens show of the signed-in person until, or instead of, what the server says. */
const seen: Key[] = [keys.user, keys.jobs, keys.pics, keys.statements, keys.packs, keys.plans];

/** What belongs to the signed-in person, and goes when they log out. */
const personal: Key[] = [keys.token, keys.wizard, keys.order, keys.job, keys.adJobs, ...seen];

/** A synchronous store that forgets, instead of failing, where the browser refuses storage. */
function quiet(open: () => Storage) {
  return {
    read(key: Key): string | null {
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    write(key: Key, value: string): void {
      try {
        open().setItem(key, value);
      } catch {
        // Private mode or a full disk: the durable cache still has the value.
      }
    },
    remove(key: Key): void {
      try {
        open().removeItem(key);
      } catch {
        // Nothing was kept, so nothing is left behind.
      }
    },
  };
}

/** Read and written at once; may be evicted. */
export const local = quiet(() => localStorage);

/** Lives as long as the tab. */
export const tab = quiet(() => sessionStorage);

/** Survives eviction: the shell's cache inside the shell, IndexedDB elsewhere. Values are JSON. */
export const durable = {
  async read<T>(key: Key): Promise<T | null> {
    try {
      const text = await bridge.readCache(key);
      return text === null ? null : (JSON.parse(text) as T);
    } catch {
      return null;
    }
  },
  async write(key: Key, value: unknown): Promise<void> {
    try {
      await bridge.writeCache(key, JSON.stringify(value));
    } catch {
      // No room, or a browser without IndexedDB: it is remembered as long as the page lives.
    }
  },
  async remove(key: Key): Promise<void> {
    try {
      await bridge.deleteCache(key);
    } catch {
      // Nothing was kept.
    }
  },
};

let blobStore: UseStore | null = null;

/** Opened when it is first needed: opening throws where the browser has no IndexedDB. */
function openBlobs(): UseStore {
  blobStore ??= createStore('tyy-photos', 'photos');
  return blobStore;
}

/** Photos where IndexedDB took none: they live as long as the page. */
const unkept = new Map<string, Blob>();

/** Photos of which no job has been made yet, under the id of the photo; they survive a killed webview. */
export const photoBlobs = {
  async keep(id: string, blob: Blob): Promise<void> {
    try {
      await set(id, blob, openBlobs());
      unkept.delete(id);
    } catch {
      unkept.set(id, blob);
    }
  },
  async read(id: string): Promise<Blob | null> {
    try {
      return unkept.get(id) ?? (await get<Blob>(id, openBlobs())) ?? null;
    } catch {
      return null;
    }
  },
  async drop(id: string): Promise<void> {
    unkept.delete(id);
    try {
      await del(id, openBlobs());
    } catch {
      // It was never kept.
    }
  },
  async clear(): Promise<void> {
    unkept.clear();
    try {
      await clear(openBlobs());
    } catch {
      // None was ever kept.
    }
  },
};

/** Removes what would be shown to whoever signs in next. */
export async function forgetSeen(): Promise<void> {
  await Promise.all(seen.map(key => durable.remove(key)));
}

/** Removes everything that belongs to the person who is signed in. */
export async function forgetPerson(): Promise<void> {
  for (const key of personal) {
    local.remove(key);
    tab.remove(key);
  }
  await Promise.all([...personal.map(key => durable.remove(key)), photoBlobs.clear()]);
}
