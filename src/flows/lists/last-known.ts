import { NetworkError } from '../../api/errors.ts';
import { language } from '../../i18n/i18n.ts';
import { object, type Parser, string } from '../../platform/parse.ts';
import type { Key } from '../../platform/storage/keys.ts';
import { type DurableValue, saved } from '../../platform/storage/saved.ts';
import { note } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';

/** The last response. `about` identifies the request, and `language` is the language of the response. */
export interface LastKnown<T> {
  about: string;
  language: string;
  value: T;
}

export function savedLastKnown<T>(key: Key, value: Parser<T>): DurableValue<LastKnown<T>> {
  return saved(key, object<LastKnown<T>>({ about: string, language: string, value }));
}

/** Returns the last response for the same `about` in the current language, or null. */
export async function readLastKnown<T>(last: DurableValue<LastKnown<T>>, about = ''): Promise<T | null> {
  const known = await last.read();
  return known?.about === about && known.language === language() ? known.value : null;
}

/** Loads a value and saves it. If the network fails, returns the last value that was saved for the same `about`. */
export async function lastKnown<T>(
  last: DurableValue<LastKnown<T>>,
  load: () => Promise<T>,
  about = '',
): Promise<T> {
  try {
    const value = await load();
    // If the user has logged out meanwhile, save nothing.
    if (session.token) last.write({ about, language: language(), value });
    return value;
  } catch (error) {
    // Decide by the error, because a browser may report "online" although it reaches no server.
    const known = error instanceof NetworkError ? await readLastKnown(last, about) : null;
    if (known === null) throw error;
    if (navigator.onLine) note('offline.maybe');
    return known;
  }
}
