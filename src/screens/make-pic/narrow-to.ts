import type { Template } from '../../api/templates.ts';
import type { PagedList } from '../../components/paged-list.tsx';
import { mostWithoutHit } from '../../flows/wizard/load-templates.ts';

/** Id of the chip of new templates. No category starts with an asterisk. */
export const newChip = '*new';

/** Id of the chip of popular templates. */
export const popularChip = '*made';

/** Pages for a `PagedList`, with the number of loaded pages. */
export type ListPages = Parameters<typeof PagedList>[0]['pages'] & { count: number };

export interface Narrowing {
  /** A category, or one of the chips above; empty if no chip is chosen. */
  chip: string;
  /** The text that the user typed to search titles. */
  name: string;
  has: (template: Template) => boolean;
  /** Pages for the filtered list. They pause after several pages without a match, so that the user can decide. */
  pagesOf: (
    pages: ListPages,
    shown: unknown[],
    narrow: (narrowing: Narrowing | undefined) => void,
  ) => ListPages;
}

type Wanted = Pick<Narrowing, 'chip' | 'name'>;

/** Filters templates by a chip, and by titles that contain all words. Undefined if nothing is filtered. */
export function narrowTo({ chip, name }: Wanted): Narrowing | undefined {
  const words = folded(name).split(/\s+/).filter(Boolean);
  if (chip === '' && words.length === 0) return undefined;
  // Number of matches, and of the page that had the last one. Set by the first call, and again when the list restarts.
  let last = { hits: -1, count: 0 };
  return {
    chip,
    name: words.length === 0 ? '' : name,
    has: template => isOfChip(template, chip) && words.every(word => titleOf(template).includes(word)),
    pagesOf(pages, shown, narrow) {
      const { count, status } = pages;
      if (shown.length !== last.hits || count < last.count) last = { hits: shown.length, count };
      const isFutile = status === 'more' && count >= last.count + mostWithoutHit;
      if (!isFutile) return { ...pages, items: shown };
      return { ...pages, items: shown, status: 'paused', loadMore: () => narrow(narrowTo({ chip, name })) };
    },
  };
}

/** The chips that at least one of these templates has. */
export function chipsOf(templates: readonly Template[]): ReadonlySet<string> {
  const chips = new Set<string>();
  for (const { category, isNew, isPopular } of templates) {
    if (isPopular) chips.add(popularChip);
    if (isNew) chips.add(newChip);
    if (category) chips.add(category);
  }
  return chips;
}

function isOfChip({ category, isNew, isPopular }: Template, chip: string): boolean {
  if (chip === newChip) return isNew;
  if (chip === popularChip) return isPopular;
  return chip === '' || category === chip;
}

/** Removes differences of case, accents and full-width letters. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Cached, so that typing a letter need not process ten thousand titles again. */
const titles = new WeakMap<Template, string>();

function titleOf(template: Template): string {
  const known = titles.get(template);
  if (known !== undefined) return known;
  const title = folded(template.title);
  titles.set(template, title);
  return title;
}
