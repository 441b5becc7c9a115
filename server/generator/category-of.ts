import type { CostumeName, Technique } from './catalogue/schema.ts';

export type Category = 'photo' | 'id-photo' | 'portrait' | 'work' | 'art' | 'comic' | 'travel' | 'festive';

const atWork: CostumeName[] = ['suit', 'blazer', 'chef', 'doctor'];

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

/** Templates with this id or a higher one are marked as new. */
const firstNew = 85;

/** The category of the costume, if it has one; else that of the technique; else that of the layout. */
export function categoryOf(layout: string, technique: Technique, costume: CostumeName | undefined): Category {
  if (costume && atWork.includes(costume)) return 'work';
  if (costume && onGreatDays.includes(costume)) return 'festive';
  if (technique === 'comic') return 'comic';
  return ofLayout[layout] ?? 'portrait';
}

export const isNewTemplate = (id: number): boolean => id >= firstNew;
