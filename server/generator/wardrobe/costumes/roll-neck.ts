import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { darker, lighter, ribs } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const NECK =
  'M-62 -92C-56 -66 -30 -56 0 -54C30 -56 56 -66 62 -92C68 -66 72 -44 78 -22C52 8 24 18 0 18C-24 18 -52 8 -78 -22C-72 -44 -68 -66 -62 -92Z';
const UPPER = { half: 61, y: -92, sag: 38 };
const LOWER = { half: 77, y: -22, sag: 40 };

export const rollNeck: Costume = {
  surface: 'knit',
  draw({ cloth }, random) {
    const dark = darker(cloth, 0.5);
    return {
      back: shape('M-62 -100C-40 -84 40 -84 62 -100L72 -20L-72 -20Z', darker(cloth, 0.3)),
      front:
        body(cloth, -6, 62, -46) +
        armLines(dark, 0.45) +
        both(line(SLEEVE_SEAM, dark, 3, 'opacity=".35"')) +
        shape(NECK, lighter(cloth, 0.03)) +
        ribs(26, UPPER, LOWER, d => line(d, dark, 2, 'opacity=".4"')) +
        line('M-78 -22C-52 8 -24 18 0 18C24 18 52 8 78 -22', dark, 3, 'opacity=".5"'),
      relief:
        bodyRelief(random, 0.9) +
        soft(5, shape(NECK, '#d8d8d8') + line('M-66 -70C-30 -40 30 -40 66 -70', '#fff', 20, 'opacity=".6"')) +
        soft(2, line('M-80 -20C-52 12 -24 22 0 22C24 22 52 12 80 -20', '#404040', 5)) +
        soft(
          2,
          ribs(26, UPPER, LOWER, d => line(d, '#000', 2.6, 'opacity=".45"')),
        ),
    };
  },
};
