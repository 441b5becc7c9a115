import type { Language } from '../i18n/languages.ts';

/** Another app of ours, as the list that comes with this one describes it. */
export interface RelatedApp {
  id: string;
  name: Record<Language, string>;
  description: Record<Language, string>;
  icon: string;
  url: string;
}

/** Reads the list of apps, a file beside the app's own. */
export async function getApps(): Promise<RelatedApp[]> {
  const answer = await fetch(`${import.meta.env.BASE_URL}apps.json`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}
