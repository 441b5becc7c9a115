import { men } from './men.ts';
import type { Sitter } from './sitter.ts';
import { women } from './women.ts';

/** The people who sit for the templates, women and men in turn. */
export const people: Sitter[] = women.flatMap((woman, place) => (men[place] ? [woman, men[place]] : [woman]));
