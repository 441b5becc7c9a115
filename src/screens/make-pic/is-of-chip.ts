import type { Template } from '../../api/templates.ts';

/** The chip of what came lately; a category begins with no such sign. */
export const newChip = '*new';

/** Whether a template is shown under a chip: a category, or what came lately. */
export function isOfChip({ category, isNew }: Pick<Template, 'category' | 'isNew'>, chip: string): boolean {
  return chip === newChip ? isNew : category === chip;
}
