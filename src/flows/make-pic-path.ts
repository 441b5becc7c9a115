import { paths } from '../paths.ts';
import type { TemplateId } from '../state/template-id.ts';

/** The choice of a template, with this one chosen where it is known; `again` goes on to the price of another set in it. */
export function makePicPath(templateId: TemplateId | null, { again = false } = {}): string {
  if (templateId === null) return paths.makePic;
  return `${paths.makePic}?${new URLSearchParams({ template_id: `${templateId}`, ...(again && { again: '1' }) })}`;
}
