import type { Limits } from '../../server/contract/limits.ts';
import { isSparing } from '../platform/connection.ts';
import type { TemplateId } from '../state/template-id.ts';

/** The template that the query of an address names; null when it names none. */
export function templateIn(search: string): TemplateId | null {
  const named = new URLSearchParams(search).get('template_id');
  return named && !(Number(named) <= 0) ? named : null;
}

/** How many templates a page of the grid has. */
export const templatePageSize = 21 satisfies Limits['templatesAPage'];

/** What the addresses of a template's picture are made of. */
export interface TemplatePic {
  id: TemplateId;
  /** The address, in which `{id}` stands for the id. */
  picUrl: string;
  /** The widths, px, in which the API has the picture; empty when it does not say. */
  picWidths: readonly number[];
}

/** The address of a template's picture. */
export function picOf({ id, picUrl }: Pick<TemplatePic, 'id' | 'picUrl'>): string {
  return picUrl.replace('{id}', () => String(id));
}

/**
 * A template's picture in its widths, for `srcset`, the smallest alone where bytes are dear; undefined when there is only the
 * address that the API gave.
 */
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
