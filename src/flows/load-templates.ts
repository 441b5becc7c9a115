import { getTemplates, type Template } from '../api/templates.ts';
import { language } from '../i18n/i18n.ts';
import {
  address,
  array,
  boolean,
  number,
  numberOrText,
  object,
  optional,
  string,
} from '../platform/parse.ts';
import { saved } from '../platform/storage/saved.ts';

/** The first page as it was when it last came, in the language of its titles. */
const savedTemplates = saved(
  'tyy.templates',
  object({
    language: string,
    templates: array(
      object<Template>({
        id: numberOrText,
        title: string,
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

/** One page of templates, the first is 1; that one is saved, to be shown at once at the next visit. */
export async function loadTemplates(page: number): Promise<Template[]> {
  const asked = language();
  const templates = await getTemplates(page);
  if (page === 1) savedTemplates.write({ language: asked, templates });
  return templates;
}
