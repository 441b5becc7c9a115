import { language } from '../i18n/i18n.ts';
import { durable, type keys } from '../platform/storage.ts';
import { session } from '../state/session.ts';

/** Where something is remembered that a screen shows again without a network. */
type ScreenKey = (typeof keys)['jobs' | 'pics' | 'statements' | 'packs' | 'plans'];

/** What came last, for which question and in which language. */
interface Known<T> {
  about: string;
  language: string;
  value: T;
}

/** Loads and remembers what came; without a network it answers what came last time, to the same question. */
export async function lastKnown<T>(key: ScreenKey, load: () => Promise<T>, about = ''): Promise<T> {
  try {
    const value = await load();
    // Whoever logged out while the answer was on its way is not to be remembered.
    if (session.token) durable.write(key, { about, language: language(), value } satisfies Known<T>);
    return value;
  } catch (error) {
    const known = navigator.onLine ? null : await durable.read<Known<T>>(key);
    if (known?.about !== about || known.language !== language()) throw error;
    return known.value;
  }
}
