import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { button, clip, clipped, darker, lighter, ribs } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const LAPEL =
  'M62 -54C76 -28 98 -4 114 12L150 44L126 74L142 94C118 200 66 320 8 424L-6 400C24 280 44 110 56 -16Z';
const INSET = 'M-62 -40C-40 10 40 10 62 -40L70 0C66 170 34 330 4 420L-4 420C-34 330 -66 170 -70 0Z';
const NECK =
  'M-60 -90C-54 -66 -30 -56 0 -54C30 -56 54 -66 60 -90C66 -66 70 -44 74 -22C50 4 24 14 0 14C-24 14 -50 4 -74 -22C-70 -44 -66 -66 -60 -90Z';
const UPPER = { half: 59, y: -90, sag: 36 };
const LOWER = { half: 73, y: -22, sag: 36 };

export const blazer: Costume = {
  surface: 'wool',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.5);
    const shade = darker(under, 0.5);
    return {
      defs: clip('inset', shape(INSET, '#000')),
      back: shape('M-60 -98C-40 -82 40 -82 60 -98L66 -20L-66 -20Z', darker(under, 0.3)),
      front:
        body(cloth, 0, 70, -38) +
        armLines(dark) +
        both(line(SLEEVE_SEAM, dark, 2, 'opacity=".45"')) +
        shape(INSET, under) +
        clipped('inset', both(line('M30 60C26 160 14 260 4 340', shade, 4, 'opacity=".25"'))) +
        shape(NECK, lighter(under, 0.04)) +
        ribs(30, UPPER, LOWER, d => line(d, shade, 1.6, 'opacity=".35"')) +
        line('M-74 -22C-50 4 -24 14 0 14C24 14 50 4 74 -22', shade, 2.5, 'opacity=".5"') +
        both(
          shape(LAPEL, lighter(cloth, 0.03)) +
            line('M114 12L150 44L126 74L142 94C118 200 66 320 8 424', dark, 2, 'opacity=".7"') +
            line('M62 -54C84 -12 108 20 126 74', dark, 1.6, 'opacity=".5"'),
        ) +
        line('M2 420L6 980', dark, 3) +
        button(-12, 470, 9, accent) +
        line('M112 240L176 230', dark, 3, 'opacity=".8"') +
        both(line('M88 500L168 512', dark, 3, 'opacity=".6"')),
      relief:
        bodyRelief(random, 0.9) +
        soft(5, shape(NECK, '#cccccc') + line('M-62 -70C-30 -42 30 -42 62 -70', '#fff', 16, 'opacity=".6"')) +
        soft(
          2,
          ribs(30, UPPER, LOWER, d => line(d, '#000', 2, 'opacity=".35"')),
        ) +
        soft(5, both(shape(LAPEL, '#a8a8a8'))) +
        soft(2, both(line('M114 12L150 44L126 74L142 94C118 200 66 320 8 424', '#fff', 3, 'opacity=".5"'))),
    };
  },
};
