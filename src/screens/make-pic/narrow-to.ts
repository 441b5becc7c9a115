import type { Template } from '../../api/templates.ts';
import type { PagedList } from '../../components/paged-list.tsx';
import { mostWithoutHit } from '../../flows/wizard/load-templates.ts';

/** Id of the chip for new templates. Category ids never start with an asterisk. */
export const newChip = '*new';

/** Id of the chip for popular templates. */
export const popularChip = '*made';

/** Pages for a `PagedList`, and the number of pages loaded so far. */
export type ListPages = Parameters<typeof PagedList>[0]['pages'] & { count: number };

export interface Narrowing {
  /** A category id, or one of the chips above. Empty string if no chip is chosen. */
  chip: string;
  /** The search text, which is matched against titles. */
  name: string;
  has: (template: Template) => boolean;
  /** The filtered list's pages. Loading pauses after several pages without a match, until the user continues. */
  pagesOf: (
    pages: ListPages,
    shown: unknown[],
    narrow: (narrowing: Narrowing | undefined) => void,
  ) => ListPages;
}

type Wanted = Pick<Narrowing, 'chip' | 'name'>;

/** Builds a filter for a chip and for titles that contain all words of `name`. Undefined if both are empty. */
export function narrowTo({ chip, name }: Wanted): Narrowing | undefined {
  const words = folded(name).split(/\s+/).filter(Boolean);
  if (chip === '' && words.length === 0) return undefined;
  // The number of matches, and the page count when the last match was found. Reset if the list restarts.
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

/** Removes accents and differences of case and character width, so that texts can be compared. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Cached, so that each typed letter does not normalize ten thousand titles again. */
const titles = new WeakMap<Template, string>();

function titleOf(template: Template): string {
  const known = titles.get(template);
  if (known !== undefined) return known;
  const title = folded(template.title);
  titles.set(template, title);
  return title;
}
