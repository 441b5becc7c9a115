import type { Look } from '../entries/entry.ts';
import { comic } from './comic.ts';
import type { RenderHand } from './hand.ts';
import { ink } from './ink.ts';
import { oil } from './oil.ts';
import { pencil } from './pencil.ts';
import { poster } from './poster.ts';
import { watercolour } from './watercolour.ts';

/** The hand of a look. */
export function handOf({ hand, inks }: Look): RenderHand {
  if (hand === 'poster') return poster(inks);
  return { comic, ink, oil, watercolour, pencil }[hand];
}
