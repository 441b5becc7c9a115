import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { templateIn } from '../../api/template-pics.ts';
import type { Template } from '../../api/templates.ts';
import { lastTemplates, loadTemplates } from '../../flows/load-templates.ts';
import { useText } from '../../i18n/use-text.ts';
import { entryMemory } from '../../platform/entry-memory.ts';
import { goneTemplates } from '../../state/gone-templates.ts';
import { isSameId } from '../../state/is-same-id.ts';
import type { TemplateId } from '../../state/template-id.ts';
import { wizard } from '../../state/wizard.ts';
import { usePages } from '../../ui/use-pages.ts';

/**
 * The templates: the saved first page at once, then page by page from the API. `sought` is the
 * chosen template when the address named it and the grid should show it as soon as it has come; `isSeeking` until then.
 */
export function useTemplates(search: string) {
  const { language } = useText();
  const pages = usePages(loadTemplates, templateId, language, entryMemory('templates'), lastTemplates);

  const { ids: gone } = useSnapshot(goneTemplates);
  const templates =
    gone.length > 0 ? pages.items.filter(({ id }) => !gone.some(other => isSameId(other, id))) : pages.items;
  return { templates, pages, ...useSought(search, templates) };
}

function templateId(template: Template): TemplateId {
  return template.id;
}

/** The template that the address named, as far as it has come, and whether it is still looked for. */
function useSought(search: string, templates: Template[]) {
  const id = useRef(templateIn(search));
  const { templateId } = useSnapshot(wizard);
  const isNamed = id.current !== null;
  const found = isNamed && templates.find(template => isSameId(template.id, id.current));
  const isSeeking = isNamed && !found && isSameId(templateId, id.current);
  return { sought: found || null, isSeeking };
}
