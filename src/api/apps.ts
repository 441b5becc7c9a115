import type { Language } from '../i18n/languages.ts';
import { array, object, type Parsed, type Parser, string } from '../platform/parse.ts';

const words: Parser<Record<Language, string>> = (value, path) => {
  array(string)(Object.values(value ?? {}), path);
  return value as Record<Language, string>;
};

const parseApps = array(object({ id: string, name: words, description: words, icon: string, url: string }));

/** One of our other apps, as listed in `apps.json`. */
export type RelatedApp = Parsed<typeof parseApps>[number];

/** Loads `apps.json` from the server that delivers the app, not from the API. */
export async function getApps(): Promise<RelatedApp[]> {
  const response = await fetch(`${import.meta.env.BASE_URL}apps.json`);
  if (!response.ok) throw new Error(response.statusText);
  return parseApps(await response.json());
}
