import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { darker, lighter, ribs } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const NECK =
  'M-61 -78C-56 -54 -30 -43 0 -41C30 -43 56 -54 61 -78C68 -58 72 -42 78 -22C52 8 24 18 0 18C-24 18 -52 8 -78 -22C-72 -42 -68 -58 -61 -78Z';
const UPPER = { half: 61, y: -78, sag: 37 };
const LOWER = { half: 77, y: -22, sag: 40 };

export const rollNeck: Costume = {
  surface: 'knit',
  draw({ cloth }, random) {
    const dark = darker(cloth, 0.5);
    return {
      back: shape('M-61 -86C-40 -70 40 -70 61 -86L72 -20L-72 -20Z', darker(cloth, 0.3)),
      front:
        body(cloth, -6, 62, -46) +
        armLines(dark, 0.45) +
        both(line(SLEEVE_SEAM, dark, 3, 'opacity=".35"')) +
        shape(NECK, lighter(cloth, 0.03)) +
        ribs(26, UPPER, LOWER, d => line(d, dark, 2, 'opacity=".25"')) +
        line('M-78 -22C-52 8 -24 18 0 18C24 18 52 8 78 -22', dark, 3, 'opacity=".5"'),
      relief:
        bodyRelief(random, 0.9) +
        soft(5, shape(NECK, '#d8d8d8') + line('M-65 -58C-30 -28 30 -28 65 -58', '#fff', 20, 'opacity=".6"')) +
        soft(2, line('M-80 -20C-52 12 -24 22 0 22C24 22 52 12 80 -20', '#404040', 5)) +
        soft(
          2,
          ribs(26, UPPER, LOWER, d => line(d, '#000', 2.6, 'opacity=".3"')),
        ),
    };
  },
};
