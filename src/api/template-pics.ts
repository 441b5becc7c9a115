import type { Limits } from '../../server/contract/limits.ts';
import { isSparing } from '../platform/connection.ts';
import type { TemplateId } from '../state/is-same-id.ts';

/** Returns the template id in a query string; null if there is none. */
export function templateIn(search: string): TemplateId | null {
  const named = new URLSearchParams(search).get('template_id');
  return named && !(Number(named) <= 0) ? named : null;
}

export const templatePageSize = 21 satisfies Limits['templatesAPage'];

export interface TemplatePic {
  id: TemplateId;
  /** The picture's address, with `{id}` in place of the id. */
  picUrl: string;
  /** Widths of the picture that the API offers, px; empty if the API does not list them. */
  picWidths: readonly number[];
}

export function picOf({ id, picUrl }: Pick<TemplatePic, 'id' | 'picUrl'>): string {
  return picUrl.replace('{id}', () => String(id));
}

/** A picture's `srcset`; undefined without widths. Only the smallest width if the user saves data. */
export function picSources(template: TemplatePic): string | undefined {
  if (template.picWidths.length === 0) return undefined;
  const picWidths = isSparing() ? [Math.min(...template.picWidths)] : template.picWidths;
  const url = new URL(picOf(template), location.href);
  const inWidths = picWidths.map(width => {
    url.searchParams.set('w', String(width));
    return `${url.href} ${width}w`;
  });
  return inWidths.join(', ');
}
