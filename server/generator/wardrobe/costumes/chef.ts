import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { button, darker, lighter } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const COLLAR = 'M-60 -80C-58 -54 -40 -30 -14 -18L-26 34C-50 24 -68 8 -80 -16C-72 -38 -66 -58 -60 -80Z';
const SCARF =
  'M-56 -62C-44 -34 -20 -18 2 -14C24 -18 46 -34 56 -62L64 -30C48 6 22 20 2 22C-20 20 -48 6 -64 -30Z';
const ENDS =
  'M-6 14L16 14C26 50 40 76 58 98L30 104C18 84 8 60 2 36C-4 62 -14 86 -28 106L-50 92C-30 70 -14 44 -6 14Z';
const FLAP = 'M-74 36C-30 22 60 20 100 34L112 300C114 520 118 760 120 980L-62 980C-66 700 -72 400 -78 240Z';

export const chef: Costume = {
  surface: 'cotton',
  draw({ cloth, accent }, random) {
    const dark = darker(cloth, 0.45);
    const rows = [70, 172, 274, 376, 478, 580];
    return {
      back: shape('M-60 -90C-40 -74 40 -74 60 -90L70 0L-70 0Z', darker(cloth, 0.25)),
      front:
        body(cloth, 2, 64, -48) +
        armLines(dark, 0.45) +
        both(line(SLEEVE_SEAM, dark, 2, 'opacity=".4"')) +
        shape(FLAP, lighter(cloth, 0.05)) +
        line('M100 34L112 300C114 520 118 760 120 980', dark, 2.4, 'opacity=".7"') +
        line('M92 38L104 300C106 520 110 760 112 980', dark, 1.2, 'stroke-dasharray="5 4" opacity=".6"') +
        rows.map(y => button(-50, y, 10, accent) + button(80, y, 10, accent)).join('') +
        both(shape(COLLAR, lighter(cloth, 0.05)) + line(COLLAR, dark, 2, 'opacity=".5"')) +
        shape(SCARF, accent) +
        line('M-50 -40C-30 -10 -14 0 2 4C22 0 36 -12 50 -40', darker(accent, 0.45), 2, 'opacity=".6"') +
        shape(ENDS, darker(accent, 0.1)) +
        shape('M-16 8C-10 0 14 0 20 8C22 22 18 32 4 34C-12 32 -18 22 -16 8Z', lighter(accent, 0.08)) +
        shape('M148 96L186 90L188 132L150 136Z', darker(cloth, 0.05)) +
        line('M148 96L186 90L188 132', dark, 2, 'opacity=".6"'),
      relief:
        bodyRelief(random, 0.85) +
        soft(5, shape(FLAP, '#9c9c9c')) +
        soft(2, rows.map(y => button(-50, y, 10, '#ffffff') + button(80, y, 10, '#ffffff')).join('')) +
        soft(5, both(shape(COLLAR, '#c8c8c8')) + shape(SCARF, '#dcdcdc') + shape(ENDS, '#c4c4c4')) +
        soft(
          2,
          line('M-50 -40C-30 -10 -14 0 2 4C22 0 36 -12 50 -40M-40 -20C-20 8 22 8 42 -22', '#404040', 5),
        ),
    };
  },
};
