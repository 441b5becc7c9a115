import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { button, clip, clipped, darker, lighter } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const LOOP =
  'M-76 -92C-60 -56 -30 -44 0 -42C30 -44 60 -56 76 -92C92 -64 98 -32 94 -4C60 36 30 48 -2 48C-34 48 -64 36 -94 -4C-98 -32 -92 -64 -76 -92Z';
const SECOND =
  'M-92 -30C-60 10 -20 24 16 20C50 14 76 -6 94 -32C102 -8 102 16 92 38C60 70 20 80 -16 74C-52 66 -82 46 -98 18C-100 2 -98 -14 -92 -30Z';
const END = 'M-30 52C-4 64 30 66 56 56C64 160 70 280 62 400L-34 404C-36 280 -38 150 -30 52Z';
const LAPEL = 'M86 -20C110 0 136 16 160 34L186 96L120 150C100 250 70 340 44 420L20 410C60 280 84 140 70 10Z';

export const winterCoat: Costume = {
  surface: 'wool',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.5);
    const deep = darker(accent, 0.45);
    let checks = '';
    for (let at = 0; at < 9; at++)
      checks += line(`M-60 ${80 + at * 44}L90 ${84 + at * 44}`, under, at % 2 ? 3 : 9, 'opacity=".5"');
    checks += line('M-6 50L-10 410M34 56L38 410', under, 7, 'opacity=".45"');
    let fringe = '';
    for (let x = -30; x < 62; x += 9)
      fringe += line(`M${x} 400C${x - 3} 420 ${x + 4} 430 ${x} 448`, accent, 5);
    return {
      defs: clip('end', shape(END, '#000')),
      back: shape('M-76 -100C-40 -82 40 -82 76 -100L92 0L-92 0Z', darker(accent, 0.35)),
      front:
        body(cloth, 20, 84, -20) +
        armLines(dark, 0.6) +
        both(line(SLEEVE_SEAM, dark, 2.4, 'opacity=".5"')) +
        both(
          shape(LAPEL, lighter(cloth, 0.04)) +
            line('M160 34L186 96L120 150C100 250 70 340 44 420', dark, 2.4, 'opacity=".7"'),
        ) +
        line('M34 416L36 980', dark, 3.4) +
        button(-30, 480, 12, darker(cloth, 0.6)) +
        button(-28, 620, 12, darker(cloth, 0.6)) +
        both(line('M112 470L188 484', dark, 4, 'opacity=".6"')) +
        fringe +
        shape(END, darker(accent, 0.06)) +
        clipped('end', checks) +
        line(END, deep, 2, 'opacity=".5"') +
        shape(LOOP, accent) +
        shape(SECOND, lighter(accent, 0.05)) +
        line('M-92 -30C-60 10 -20 24 16 20C50 14 76 -6 94 -32', deep, 3, 'opacity=".7"') +
        line('M-70 -66C-40 -30 40 -30 72 -66M-84 -20C-50 20 50 40 90 6', under, 6, 'opacity=".3"'),
      relief:
        bodyRelief(random, 0.9) +
        soft(5, both(shape(LAPEL, '#b0b0b0'))) +
        soft(
          5,
          shape(END, '#bcbcbc') +
            shape(LOOP, '#dadada') +
            line('M-80 -60C-40 -24 40 -24 80 -60', '#fff', 22, 'opacity=".6"') +
            shape(SECOND, '#ececec'),
        ) +
        soft(2, line('M-92 -30C-60 10 -20 24 16 20C50 14 76 -6 94 -32', '#202020', 8)) +
        soft(
          5,
          line(
            'M-60 14C-30 40 10 50 50 44M-40 -10C-10 6 30 4 60 -10M-84 0C-60 36 -30 54 0 60',
            '#404040',
            8,
            'opacity=".6"',
          ),
        ),
    };
  },
};
