import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import type { LockStyle } from './locks.ts';
import type { Sitter } from './sitter.ts';

/** The parts of the hair behind the head and in front of it. */
export interface Hair {
  behind: string;
  before: string;
}

export type DrawHair = (sitter: Sitter, random: Random) => Hair;

export const SIDES = [-1, 1] as const;

/** Outline of hair close to the head. */
export const CAP = 'M-168 10C-196 -110 -186 -326 0 -328C186 -326 196 -110 168 10Z';

export function looks(colour: string, count: number, width: [number, number] = [1.6, 4.6]): LockStyle {
  return { colour, count, width };
}

/** A highlight on the crown of the head. */
export function shine(hair: string, part: number): string {
  return `<path d="M${part - 110} -206C-120 -262 -70 -296 ${part - 16} -300" stroke="${mix(hair, '#fff0d8', 0.5)}" stroke-width="22" fill="none" opacity=".3" filter="url(#b12)"/>`;
}
