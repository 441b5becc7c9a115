import type { CostumeName, Hand } from './entries/entry.ts';

/** What a template is for: what a list of templates can be narrowed down to. */
export type Category = 'photo' | 'id-photo' | 'portrait' | 'work' | 'art' | 'comic' | 'travel' | 'festive';

/** What is worn at work. */
const atWork: CostumeName[] = ['suit', 'blazer', 'chef', 'doctor'];

/** What is worn on great days. */
const onGreatDays: CostumeName[] = ['agbada', 'tang-jacket'];

const ofLayout: Record<string, Category> = {
  aurora: 'travel',
  desert: 'travel',
  sea: 'travel',
  neon: 'travel',
  lanterns: 'festive',
  pop: 'comic',
  blossom: 'art',
  gallery: 'art',
  ink: 'art',
  nouveau: 'art',
  'moon-gate': 'art',
  'paper-cut': 'art',
  watercolour: 'art',
};

/** The ids from which on templates are shown as new. */
const firstNew = 85;

/** The category of a template: what is worn tells more than the hand, and that more than the scene. */
export function categoryOf(layout: string, hand: Hand, costume: CostumeName | undefined): Category {
  if (costume && atWork.includes(costume)) return 'work';
  if (costume && onGreatDays.includes(costume)) return 'festive';
  if (hand === 'comic') return 'comic';
  return ofLayout[layout] ?? 'portrait';
}

/** Whether a template came with the latest additions. */
export const isNewTemplate = (id: number): boolean => id >= firstNew;
