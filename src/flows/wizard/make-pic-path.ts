import { defaultStyle, type Job } from '../../api/jobs.ts';
import { paths } from '../../paths.ts';
import type { TemplateId } from '../../state/template-id.ts';

/** The choice of a template, with this one chosen where it is known. */
export function makePicPath(templateId: TemplateId | null, more: Record<string, string> = {}): string {
  if (templateId === null) return paths.makePic;
  return `${paths.makePic}?${new URLSearchParams({ template_id: `${templateId}`, ...more })}`;
}

/** The same, going on to the price of another set like that of a job. */
export function makeAgainPath({ templateId, styleId }: Pick<Job, 'templateId' | 'styleId'>): string {
  const style = String(styleId ?? defaultStyle);
  return makePicPath(templateId, { again: '1', ...(style !== String(defaultStyle) && { style_id: style }) });
}
