import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { button, clip, clipped, darker, lighter } from '../ornament.ts';
import { both, disc, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const SHIRT =
  'M-50 -66C-40 -28 -20 -12 0 -6C20 -12 40 -28 50 -66L66 0C64 160 40 290 10 400L-10 400C-40 290 -64 160 -66 0Z';
const COLLAR = 'M49 -72C58 -58 72 -42 80 -28C72 -2 58 26 44 46C30 32 14 12 0 -6C28 -16 45 -40 49 -72Z';
const LAPEL =
  'M60 -56C76 -30 96 -4 112 12L152 52L124 78L140 100C116 210 74 320 16 410L-2 390C26 260 46 100 56 -18Z';
const TIE = 'M-20 -6C-9 -12 9 -12 20 -6L13 42L34 320L30 420L-30 420L-34 320L-13 42Z';
const TUBE = 'M57 -46C90 10 108 90 92 160C84 196 70 222 52 244';
const OTHER = 'M-57 -46C-90 14 -112 110 -104 200C-100 240 -92 268 -86 292';

export const doctor: Costume = {
  surface: 'cotton',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.5);
    const tube = (d: string) => line(d, '#15181d', 11) + line(d, '#3a4048', 4, 'opacity=".7"');
    return {
      defs: clip('shirt', shape(SHIRT, '#000')),
      back:
        shape('M-50 -74C-36 -58 36 -58 50 -74L58 -20L-58 -20Z', darker(under, 0.25)) +
        line('M-58 -48C-40 -68 40 -68 58 -48', '#15181d', 11),
      front:
        body(cloth, 4, 68, -40) +
        armLines(dark, 0.5) +
        both(line(SLEEVE_SEAM, dark, 2, 'opacity=".45"')) +
        shape(SHIRT, under) +
        clipped('shirt', shape(TIE, accent) + line('M-13 42C-6 48 6 48 13 42', darker(accent, 0.5), 2)) +
        both(
          shape(COLLAR, lighter(under, 0.2)) +
            line('M80 -28C72 -2 58 26 44 46C30 32 14 12 0 -6', darker(under, 0.4), 1.6, 'opacity=".6"'),
        ) +
        both(
          shape(LAPEL, lighter(cloth, 0.1)) +
            line('M112 12L152 52L124 78L140 100C116 210 74 320 16 410', dark, 2, 'opacity=".6"') +
            line('M60 -56C82 -14 106 20 124 78', dark, 1.6, 'opacity=".4"'),
        ) +
        line('M8 404L12 980', dark, 2.4, 'opacity=".7"') +
        button(-6, 470, 8, darker(cloth, 0.12)) +
        button(-4, 590, 8, darker(cloth, 0.12)) +
        line('M108 250L176 244L178 322L112 328Z', dark, 2.4, 'opacity=".6"') +
        line('M124 226L128 262', '#2b4a86', 6) +
        line('M138 224L142 260', '#9a2c2c', 6) +
        tube(TUBE) +
        tube(OTHER) +
        shape(disc(44, 258, 19), '#8d949c') +
        shape(disc(44, 258, 13), '#d6dade') +
        line('M-86 292L-100 330M-86 292L-72 330', '#9aa2ab', 6),
      relief:
        bodyRelief(random, 0.8) +
        clipped('shirt', soft(2, shape(TIE, '#a8a8a8'))) +
        soft(2, both(shape(COLLAR, '#b4b4b4'))) +
        soft(5, both(shape(LAPEL, '#acacac'))) +
        soft(
          2,
          line(TUBE, '#f0f0f0', 10) +
            line(OTHER, '#f0f0f0', 10) +
            shape(disc(44, 258, 19), '#fff') +
            line('M108 250L176 244', '#c8c8c8', 5),
        ),
    };
  },
};
