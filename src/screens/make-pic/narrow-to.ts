import type { Template } from '../../api/templates.ts';
import type { PagedList } from '../../components/paged-list.tsx';
import { mostWithoutHit } from '../../flows/wizard/load-templates.ts';

/** Chip of new templates; categories do not start with an asterisk. */
export const newChip = '*new';

/** Chip of popular templates. */
export const popularChip = '*made';

/** Props of a paged list, and the number of loaded pages. */
export type ListPages = Parameters<typeof PagedList>[0]['pages'] & { count: number };

/** A filter of the templates. */
export interface Narrowing {
  /** A category, or one of the chips above; empty for all. */
  chip: string;
  /** Words of the title, as typed. */
  name: string;
  has: (template: Template) => boolean;
  /** The pages for the short filtered list. Pauses after several pages without a hit; then the user decides. */
  pagesOf: (
    pages: ListPages,
    shown: unknown[],
    narrow: (narrowing: Narrowing | undefined) => void,
  ) => ListPages;
}

type Wanted = Pick<Narrowing, 'chip' | 'name'>;

/** Filters by a chip and by titles that contain all words; undefined if nothing is filtered. */
export function narrowTo({ chip, name }: Wanted): Narrowing | undefined {
  const words = folded(name).split(/\s+/).filter(Boolean);
  if (chip === '' && words.length === 0) return undefined;
  // The last page with a hit, by the number of hits. Set by the first call, and when the list restarts.
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

/** The chips that some of these templates have. */
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

/** Ignores case, accents and full-width letters. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Cached: typing a letter must not process ten thousand titles again. */
const titles = new WeakMap<Template, string>();

function titleOf(template: Template): string {
  const known = titles.get(template);
  if (known !== undefined) return known;
  const title = folded(template.title);
  titles.set(template, title);
  return title;
}
