import { defaultStyle, type Job } from '../../api/jobs.ts';
import { paths } from '../../paths.ts';
import type { TemplateId } from '../../state/is-same-id.ts';

/** Address of the template choice. Selects this template unless the id is null. */
export function makePicPath(templateId: TemplateId | null, more: Record<string, string> = {}): string {
  if (templateId === null) return paths.makePic;
  return `${paths.makePic}?${new URLSearchParams({ template_id: `${templateId}`, ...more })}`;
}

/** Address of the template choice with this job's template and style. There it shows the price at once. */
export function makeAgainPath({ templateId, styleId }: Pick<Job, 'templateId' | 'styleId'>): string {
  const style = String(styleId ?? defaultStyle);
  return makePicPath(templateId, { again: '1', ...(style !== String(defaultStyle) && { style_id: style }) });
}
