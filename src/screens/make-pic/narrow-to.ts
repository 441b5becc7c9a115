import type { Template } from '../../api/templates.ts';
import type { PagedList } from '../../components/paged-list.tsx';
import { mostWithoutHit } from '../../flows/wizard/load-templates.ts';

/** The chip of what came lately; a category begins with no such sign. */
export const newChip = '*new';

/** The chip of what most users have had made. */
export const popularChip = '*made';

/** The pages of a list, as what shows them takes them, and how many of them have come. */
export type ListPages = Parameters<typeof PagedList>[0]['pages'] & { count: number };

/** What the templates are narrowed down to. */
export interface Narrowing {
  /** A category, or one of the chips above; empty for all. */
  chip: string;
  /** Words of the title, as they were typed. */
  name: string;
  has: (template: Template) => boolean;
  /**
   * The pages with the templates that are shown, since a list that has become short needs more pages at once; they pause and
   * leave it to the user when several pages in a row brought none.
   */
  pagesOf: (
    pages: ListPages,
    shown: unknown[],
    narrow: (narrowing: Narrowing | undefined) => void,
  ) => ListPages;
}

/** What a narrowing is made of. */
type Wanted = Pick<Narrowing, 'chip' | 'name'>;

/** Narrows down to a chip and to titles that have each word somewhere; undefined if that leaves all of them. */
export function narrowTo({ chip, name }: Wanted): Narrowing | undefined {
  const words = folded(name).split(/\s+/).filter(Boolean);
  if (chip === '' && words.length === 0) return undefined;
  // The last page with a hit, by the number of hits; set by the first call, and again when the list begins anew.
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

/** The chips under which some of them are shown. */
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

/** Without case, accents and the widths of an Asian keyboard. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Each is folded once: a letter more must not cost ten thousand titles. */
const titles = new WeakMap<Template, string>();

function titleOf(template: Template): string {
  const known = titles.get(template);
  if (known !== undefined) return known;
  const title = folded(template.title);
  titles.set(template, title);
  return title;
}
