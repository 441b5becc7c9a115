import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { picOf, templateIn } from '../../api/template-pics.ts';
import type { Template } from '../../api/templates.ts';
import { loadTemplates, savedTemplates } from '../../flows/load-templates.ts';
import { useText } from '../../i18n/use-text.ts';
import { entryMemory } from '../../platform/entry-memory.ts';
import { goneTemplates } from '../../state/gone-templates.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { note } from '../../state/overlay.ts';
import type { TemplateId } from '../../state/template-id.ts';
import { selectTemplate, wizard } from '../../state/wizard.ts';
import { usePages } from '../../ui/use-pages.ts';

/**
 * The templates: the saved first page at once, then page by page from the API. `sought` is the
 * chosen template when the address named it and the grid should show it as soon as it has come; `isSeeking` until then.
 */
export function useTemplates(search: string) {
  const { language } = useText();
  const [saved, setSaved] = useState<Template[]>([]);
  const pages = usePages(loadTemplates, templateId, language, entryMemory('templates'));

  useEffect(() => {
    let current = true;
    savedTemplates.read().then(page => {
      if (current) setSaved(page?.language === language ? page.templates : []);
    });
    return () => {
      current = false;
    };
  }, [language]);

  const { ids: gone } = useSnapshot(goneTemplates);
  const found = pages.items.length > 0 || pages.status === 'ended' ? pages.items : saved;
  const templates =
    gone.length > 0 ? found.filter(({ id }) => !gone.some(other => isSameId(other, id))) : found;
  return { templates, pages, ...useSought(search, templates, pages) };
}

function templateId(template: Template): TemplateId {
  return template.id;
}

/** Loads page after page until the template that the address names has come; one that does not come is not chosen. */
function useSought(
  search: string,
  templates: Template[],
  { status, loadMore }: { status: string; loadMore: () => void },
) {
  const id = useRef(templateIn(search));
  const { templateId } = useSnapshot(wizard);
  const found = templates.find(template => isSameId(template.id, id.current));
  const isSeeking = !found && id.current !== null && isSameId(templateId, id.current);

  useEffect(() => {
    if (id.current === null) return;
    if (found && isSameId(templateId, found.id)) selectTemplate(found.id, found.title, picOf(found));
    if (!found && status === 'more') loadMore();
    if (!isSeeking || status !== 'ended') return;
    selectTemplate(null);
    note('make-pic.template-gone');
  }, [found, templateId, isSeeking, status, loadMore]);

  return { sought: found?.id ?? null, isSeeking };
}
