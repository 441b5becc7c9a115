import { addGoneTemplate } from '../state/gone-templates.ts';
import { isSameId } from '../state/is-same-id.ts';
import { withLoading } from '../state/overlay.ts';
import { selectTemplate, wizard } from '../state/wizard.ts';
import { loadTemplates } from './load-templates.ts';

/** Pages of templates that are looked through, so that an API with very many is not asked for minutes. */
const mostPages = 20;

/** Whether the chosen template is no longer offered, which an old draft cannot know. If so, clears the choice. */
export async function isTemplateGone(): Promise<boolean> {
  const { templateId } = wizard;
  const isGone = await withLoading('make-pic.checking', isAbsent).catch(() => false);
  if (!isGone || templateId === null) return false;
  addGoneTemplate(templateId);
  if (wizard.templateId === templateId) selectTemplate(null);
  return true;
}

async function isAbsent(): Promise<boolean> {
  let last = '';
  for (let page = 1; page <= mostPages; page++) {
    const found = await loadTemplates(page);
    if (found.some(({ id }) => isSameId(id, wizard.templateId))) return false;
    const ids = found.map(({ id }) => id).join();
    // Empty, or the page before once more: an API may know no pages.
    if (found.length === 0 || ids === last) return page > 1;
    last = ids;
  }
  return false;
}
