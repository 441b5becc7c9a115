import { getTemplates, type Template } from '../api/templates.ts';
import { language } from '../i18n/i18n.ts';
import { durable, keys } from '../platform/storage/storage.ts';

/** One page of templates, the first is 1; that one is saved, to be shown at once at the next visit. */
export async function loadTemplates(page: number): Promise<Template[]> {
  const asked = language();
  const templates = await getTemplates(page);
  if (page === 1) durable.write(keys.templates, { language: asked, templates });
  return templates;
}
