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
  reloaded: 'tyy.reloaded',
} as const;

type Key = (typeof keys)[keyof typeof keys];

/** What belongs to the signed-in person, and goes when they log out. */
const personal: Key[] = [keys.token, keys.wizard, keys.order, keys.job, keys.user, keys.adJobs];

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
    await bridge.writeCache(key, JSON.stringify(value)).catch(() => undefined);
  },
  async remove(key: Key): Promise<void> {
    await bridge.deleteCache(key).catch(() => undefined);
  },
};

/** Removes everything that belongs to the person who is signed in. */
export async function forgetPerson(): Promise<void> {
  for (const key of personal) {
    local.remove(key);
    tab.remove(key);
  }
  await Promise.all(personal.map(key => durable.remove(key)));
}
