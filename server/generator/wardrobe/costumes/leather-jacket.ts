import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { button, darker, lighter, ribs } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const LAPEL = 'M60 -64C84 -30 118 0 152 28L178 92L112 150C92 240 62 320 34 404L8 392C52 250 74 90 44 -26Z';
const COLLAR = 'M58 -70C84 -50 116 -20 138 14L152 28L104 52C86 22 66 -8 48 -30Z';
const SHIRT =
  'M-60 -52C-44 -22 -22 -14 0 -12C22 -14 44 -22 60 -52L84 10C92 160 60 300 20 420L-20 420C-60 300 -92 160 -84 10Z';
const RIM = 'M-58 -50C-42 -18 -22 -8 0 -6C22 -8 42 -18 58 -50';

const zip = (d: string) => line(d, '#6f7278', 9) + line(d, '#c9ccd2', 6, 'stroke-dasharray="3 3.4"');

export const leatherJacket: Costume = {
  surface: 'leather',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.6);
    const stitch = (d: string) => line(d, accent, 1.8, 'stroke-dasharray="5 4" opacity=".7"');
    return {
      back: shape('M-58 -82C-40 -66 40 -66 58 -82L70 -10L-70 -10Z', darker(cloth, 0.35)),
      front:
        body(cloth, 4, 62, -56) +
        armLines(dark, 0.8) +
        both(line(SLEEVE_SEAM, dark, 3, 'opacity=".7"') + stitch('M194 30C187 74 181 122 185 168')) +
        shape(SHIRT, under) +
        line(RIM, darker(under, 0.14), 8) +
        ribs(30, { half: 56, y: -50, sag: 40 }, { half: 60, y: -44, sag: 42 }, d =>
          line(d, darker(under, 0.35), 1),
        ) +
        both(
          shape(LAPEL, lighter(cloth, 0.04)) +
            line(LAPEL, dark, 2.4) +
            stitch('M168 88L106 142C86 236 58 312 30 390') +
            shape(COLLAR, lighter(cloth, 0.07)) +
            line(COLLAR, dark, 2.4) +
            button(152, 78, 6, '#b9bcc2') +
            button(108, 40, 5, '#b9bcc2'),
        ) +
        zip('M26 404C30 560 30 760 32 980') +
        both(zip('M92 300L164 262') + line('M70 420C120 440 160 444 186 440', dark, 3, 'opacity=".7"')) +
        both(line('M66 -6C116 16 170 36 208 70', dark, 3, 'opacity=".6"')),
      relief:
        bodyRelief(random, 1.5) +
        soft(5, both(shape(LAPEL, '#b8b8b8'))) +
        soft(2, both(shape(COLLAR, '#d0d0d0'))) +
        soft(2, line(RIM, '#b0b0b0', 8) + line('M26 404C30 560 30 760 32 980', '#d0d0d0', 9)),
    };
  },
};
