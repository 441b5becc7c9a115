import { getTemplateName, type TemplateName } from '../../api/template-name.ts';
import type { Template } from '../../api/templates.ts';
import { pathOf, paths } from '../../paths.ts';
import { showKin } from '../../state/gone-templates.ts';
import { isGuest } from '../../state/is-guest.ts';
import type { TemplateId } from '../../state/is-same-id.ts';
import { note } from '../../state/overlay.ts';
import { wizard } from '../../state/wizard.ts';

/** Time limit for loading the template's name, ms. It is short, because the user is waiting. */
const longestWait = 3_000;

/** Tells the user that a template is no longer offered, and shows others of its category if there are any. */
export async function sayTemplateGone(id: TemplateId, offered: readonly Template[]): Promise<void> {
  const gone = await nameOf(id);
  if (pathOf(location.pathname) !== paths.makePic) return;
  if (!gone) return note('make-pic.template-gone');
  const { title, category } = gone;
  const hasKin = category !== null && offered.some(template => template.category === category);
  if (!hasKin || wizard.templateId !== null) return note({ key: 'make-pic.gone', values: { title } });
  showKin(category);
  note({ key: 'make-pic.gone-kin', values: { title } });
}

/** Returns the template's name and category; null if the API does not send them. */
async function nameOf(id: TemplateId): Promise<TemplateName | null> {
  // APIs declare no features to guests. For a guest, call only an API on the page's own origin, which is surely ours.
  if (isGuest() && appSettings.apiBase) return null;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), longestWait);
  const found = await getTemplateName(id, { isGuest: isGuest(), signal: end.signal }).catch(() => null);
  clearTimeout(timer);
  return found;
}
