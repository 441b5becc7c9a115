import type { Template } from '../api/templates.ts';
import { addGoneTemplate } from '../state/gone-templates.ts';
import { isSameId } from '../state/is-same-id.ts';
import { note, withLoading } from '../state/overlay.ts';
import { selectTemplate, wizard } from '../state/wizard.ts';
import { loadTemplates, mostWithoutHit } from './load-templates.ts';

/** Whether the chosen template is no longer offered, which an old draft cannot know. If so, says so and clears the choice. */
export async function isTemplateGone(): Promise<boolean> {
  const { templateId } = wizard;
  const offered = await withLoading('make-pic.checking', offeredWithout).catch(() => null);
  if (!offered || templateId === null) return false;
  addGoneTemplate(templateId);
  if (wizard.templateId === templateId) selectTemplate(null);
  import('./say-template-gone.ts').then(
    flow => flow.sayTemplateGone(templateId, offered),
    () => note('make-pic.template-gone'),
  );
  return true;
}

/** All offered templates if the chosen one is not among them; null if it is, or if there are too many pages to know. */
async function offeredWithout(): Promise<Template[] | null> {
  const offered: Template[] = [];
  let last = '';
  for (let page = 1; page <= mostWithoutHit; page++) {
    const found = await loadTemplates(page);
    if (found.some(({ id }) => isSameId(id, wizard.templateId))) return null;
    const ids = found.map(({ id }) => id).join();
    // Empty, or the page before once more: an API may know no pages.
    if (found.length === 0 || ids === last) return page > 1 ? offered : null;
    offered.push(...found);
    last = ids;
  }
  return null;
}
