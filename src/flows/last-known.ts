import { NetworkError } from '../api/errors.ts';
import { language } from '../i18n/i18n.ts';
import { object, type Parser, string } from '../platform/parse.ts';
import { durable } from '../platform/storage/storage.ts';
import type { LastKnown, Stored } from '../platform/storage/stored.ts';
import { note } from '../state/overlay.ts';
import { session } from '../state/session.ts';

/** Where something is saved that a screen shows again without a network. */
type ScreenKey = 'tyy.jobs' | 'tyy.pics' | 'tyy.statements' | 'tyy.packs' | 'tyy.plans';

/** What came last, with a value that this parser takes. */
export function lastKnownParser<T>(value: Parser<T>): Parser<LastKnown<T>> {
  return object({ about: string, language: string, value });
}

/** Loads and saves what came; where nothing comes it returns what came last time, to the same question. */
export async function lastKnown<K extends ScreenKey>(
  key: K,
  parser: Parser<Stored[K]>,
  load: () => Promise<Stored[K]['value']>,
  about = '',
): Promise<Stored[K]['value']> {
  try {
    const value = await load();
    // A user who logged out meanwhile is not to be remembered.
    if (session.token) durable.write(key, { about, language: language(), value } as Stored[K]);
    return value;
  } catch (error) {
    // A browser may call itself online and reach nothing.
    const known = error instanceof NetworkError ? await durable.read(key, parser) : null;
    if (known?.about !== about || known.language !== language()) throw error;
    if (navigator.onLine) note('offline.maybe');
    return known.value;
  }
}
