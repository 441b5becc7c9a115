import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { button, darker, lighter } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const COLLAR = 'M-70 -96C-62 -62 -34 -46 4 -42L8 40C-36 40 -70 26 -92 -4C-84 -36 -78 -66 -70 -96Z';
const RIGHT = 'M70 -96C62 -62 36 -46 4 -42L8 40C44 40 72 26 92 -4C84 -36 78 -66 70 -96Z';
const HOOD =
  'M-84 -92C-150 -80 -176 -30 -150 30C-110 40 -86 20 -80 -20ZM84 -92C150 -80 176 -30 150 30C110 40 86 20 80 -20Z';

export const rainJacket: Costume = {
  surface: 'shell',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.5);
    return {
      back:
        shape('M-104 -60C-90 -118 90 -118 104 -60L120 20L-120 20Z', darker(cloth, 0.25)) +
        shape('M-72 -100C-40 -84 40 -84 72 -100L84 0L-84 0Z', darker(under, 0.2)),
      front:
        shape(HOOD, darker(cloth, 0.1)) +
        line(HOOD, dark, 2, 'opacity=".5"') +
        body(cloth, 16, 80, -24) +
        armLines(dark, 0.6) +
        both(
          line(SLEEVE_SEAM, dark, 2.4, 'opacity=".5"') +
            line('M90 20C130 40 170 60 206 84', dark, 2.4, 'opacity=".5"'),
        ) +
        shape(COLLAR, lighter(cloth, 0.04)) +
        shape(RIGHT, lighter(cloth, 0.04)) +
        line('M-70 -96C-62 -62 -34 -46 4 -42C36 -46 62 -62 70 -96', under, 6) +
        line('M-92 -4C-70 26 -36 40 8 40C44 40 72 26 92 -4', dark, 2.4, 'opacity=".6"') +
        line('M4 -42L8 980', accent, 10) +
        line('M4 -42L8 980', lighter(accent, 0.5), 4, 'stroke-dasharray="3 3.4"') +
        both(
          line('M-44 -14C-48 40 -50 90 -46 132', accent, 5) +
            line('M84 400L168 372', dark, 4, 'opacity=".7"'),
        ) +
        button(-46, 138, 8, accent) +
        button(46, 138, 8, accent) +
        line('M-34 60L-34 980', dark, 1.6, 'stroke-dasharray="6 5" opacity=".5"') +
        line('M44 60L46 980', dark, 1.6, 'stroke-dasharray="6 5" opacity=".5"'),
      relief:
        bodyRelief(random, 1.5) +
        soft(5, shape(COLLAR, '#dcdcdc') + shape(RIGHT, '#d4d4d4') + shape(HOOD, '#b8b8b8')) +
        soft(5, line('M-70 -30C-40 4 -20 10 4 8M30 12C50 8 66 -8 76 -30', '#404040', 9, 'opacity=".5"')) +
        soft(2, line('M4 -42L8 980', '#d0d0d0', 10)),
    };
  },
};
