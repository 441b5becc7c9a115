import type { Language } from '../i18n/languages.ts';
import { array, object, type Parsed, type Parser, string } from '../platform/parse.ts';

/** A text in each language. */
const words: Parser<Record<Language, string>> = (value, path) => {
  array(string)(Object.values(value ?? {}), path);
  return value as Record<Language, string>;
};

const parseApps = array(object({ id: string, name: words, description: words, icon: string, url: string }));

/** Another app of ours, as the list that comes with this one describes it. */
export type RelatedApp = Parsed<typeof parseApps>[number];

/** Reads the list of apps, a file beside the app's own. */
export async function getApps(): Promise<RelatedApp[]> {
  const response = await fetch(`${import.meta.env.BASE_URL}apps.json`);
  if (!response.ok) throw new Error(response.statusText);
  return parseApps(await response.json());
}
