import { getTemplates, type Template } from '../../api/templates.ts';
import { language } from '../../i18n/i18n.ts';
import {
  address,
  array,
  boolean,
  number,
  numberOrText,
  object,
  optional,
  string,
} from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';

/** The first page from the last load, and the language of its titles. */
const savedTemplates = saved(
  'tyy.templates',
  object({
    language: string,
    templates: array(
      object<Template>({
        id: numberOrText,
        title: string,
        styleId: optional(numberOrText, null),
        picUrl: address,
        picWidths: optional(array(number), []),
        colour: optional(string, null),
        category: optional(string, null),
        isNew: optional(boolean, false),
        isPopular: optional(boolean, false),
      }),
    ),
  }),
);

/** Returns the saved first page if it is in the current language; else null. */
export async function lastTemplates(): Promise<Template[] | null> {
  const last = await savedTemplates.read();
  return last?.language === language() ? last.templates : null;
}

/** Minimum time between two pages, ms: 500 as in the specification, plus a margin for late requests. */
const pace = 530;
/** After this many pages without a match, the search asks if it should continue. */
export const mostWithoutHit = 5;

/** Earliest time at which the next page may be requested, by `performance.now()`. */
let nextAt = 0;

/** Loads a page, at most one per `pace`, and saves page 1. Rejects if the signal aborts while waiting. */
export async function loadTemplates(page: number, signal?: AbortSignal): Promise<Template[]> {
  for (let wait = nextAt - performance.now(); page > 1 && wait > 0; wait = nextAt - performance.now()) {
    await new Promise(resolve => setTimeout(resolve, wait));
    if (signal?.aborted) throw new Error('The request for the page was cancelled');
  }
  nextAt = performance.now() + pace;
  const asked = language();
  const templates = await getTemplates(page);
  if (page === 1) savedTemplates.write({ language: asked, templates });
  return templates;
}
