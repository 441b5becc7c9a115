import type { Advice } from './passes-coach.ts';

/** Everything that the coach can say; a draft saved by another version may hold something else. */
const advices = [
  'no_face',
  'many_faces',
  'not_frontal',
  'face_small',
  'tilted',
  'dark',
  'bright',
  'blurred',
  'unreadable',
] as const satisfies Advice[];

/** The key of the sentence for what the coach said of a photo; with `.do` behind it, of what to do. */
export function adviceKey(advice: string) {
  return `coach.${advices.find(known => known === advice) ?? 'unsure'}` as const;
}

/** Whether a photo can be used against that advice: one that nothing can open, the server refuses too. */
export function canBeUsed(advice: string): boolean {
  return advice !== 'unreadable';
}
