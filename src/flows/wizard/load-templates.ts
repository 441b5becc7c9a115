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

/** The first page as it was when it last came, in the language of its titles. */
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

/** The first page as it last came in the language of now, to be shown until it comes; null where it never did. */
export async function lastTemplates(): Promise<Template[] | null> {
  const last = await savedTemplates.read();
  return last?.language === language() ? last.templates : null;
}

/** Between two pages, in ms, for all callers together: the 500 of the specification's scroll handler, and a little for late requests. */
const pace = 530;
/** So many pages without what is searched for are loaded before the user is asked whether to go on. */
export const mostWithoutHit = 5;

/** When the next page may be requested, on the clock of `performance.now()`. */
let nextAt = 0;

/**
 * One page of templates, the first is 1; that one is saved, to be shown at once at the next visit. Later pages keep the
 * pace; rejects without a request if the signal aborts before the page's turn.
 */
export async function loadTemplates(page: number, signal?: AbortSignal): Promise<Template[]> {
  for (let wait = nextAt - performance.now(); page > 1 && wait > 0; wait = nextAt - performance.now()) {
    await new Promise(resolve => setTimeout(resolve, wait));
    if (signal?.aborted) throw new Error('Nobody waits for the page');
  }
  nextAt = performance.now() + pace;
  const asked = language();
  const templates = await getTemplates(page);
  if (page === 1) savedTemplates.write({ language: asked, templates });
  return templates;
}
