import { mix } from '../../scenes/colour.ts';
import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const LAPEL =
  'M60 -56C74 -30 92 -6 110 10L160 50L129 76L147 98C118 200 70 300 10 376L-4 350C16 250 40 100 54 -20Z';
const COLLAR = 'M50 -72C55 -60 62 -46 69 -34C66 -2 58 28 44 48C30 34 14 14 0 -6C28 -16 46 -40 50 -72Z';
const SHIRT =
  'M-51 -66C-40 -28 -20 -12 0 -6C20 -12 40 -28 51 -66L68 0C62 160 32 280 4 368L-4 368C-32 280 -62 160 -68 0Z';
const KNOT = 'M-23 -6C-10 -13 10 -13 23 -6L15 44L-15 44Z';
const TAIL = 'M-14 42L14 42L38 330L34 420L-34 420L-38 330Z';

export const suit: Costume = {
  surface: 'wool',
  draw({ cloth, under, accent }, random) {
    const dark = mix(cloth, '#05060a', 0.5);
    const stripes = Array.from({ length: 13 }, (_, at) =>
      line(`M-60 ${70 + at * 34}L60 ${12 + at * 34}`, mix(accent, '#ffffff', 0.3), 4, 'opacity=".5"'),
    ).join('');
    return {
      defs: `<clipPath id="tail">${shape(TAIL, '#000')}</clipPath><clipPath id="shirt">${shape(SHIRT, '#000')}</clipPath>`,
      back: shape('M-50 -74C-36 -58 36 -58 50 -74L58 -20L-58 -20Z', mix(under, '#20222c', 0.25)),
      front:
        body(cloth, 0, 66, -44) +
        armLines(dark) +
        both(line(SLEEVE_SEAM, dark, 2, 'opacity=".45"')) +
        shape(SHIRT, under) +
        `<g clip-path="url(#shirt)">${shape(TAIL, accent)}<g clip-path="url(#tail)">${stripes}</g></g>` +
        shape(KNOT, mix(accent, '#000000', 0.12)) +
        line('M-14 44C-6 50 6 50 14 44', mix(accent, '#000000', 0.5), 2) +
        both(
          shape(COLLAR, mix(under, '#ffffff', 0.35)) +
            line('M69 -34C66 -2 58 28 44 48C30 34 14 14 0 -6', mix(under, '#303848', 0.3), 1.6),
        ) +
        both(
          shape(LAPEL, mix(cloth, '#ffffff', 0.03)) +
            line('M110 10L160 50L129 76L147 98C118 200 70 300 10 376', dark, 2, 'opacity=".7"') +
            line('M129 76C112 62 94 50 72 42', dark, 1.6, 'opacity=".5"'),
        ) +
        line('M4 372L6 980', dark, 3) +
        shape('M-20 462C-20 450 -2 450 -2 462C-2 474 -20 474 -20 462Z', mix(cloth, '#000000', 0.4)) +
        shape('M-20 580C-20 568 -2 568 -2 580C-2 592 -20 592 -20 580Z', mix(cloth, '#000000', 0.4)) +
        line('M118 236L184 224', dark, 3, 'opacity=".8"') +
        both(line('M96 470L176 484', dark, 3, 'opacity=".6"')) +
        shape('M124 234L138 206L150 220L164 204L176 225Z', mix(under, '#ffffff', 0.2)),
      relief:
        bodyRelief(random, 0.8) +
        soft(5, both(shape(LAPEL, '#a4a4a4'))) +
        soft(2, both(line('M110 10L160 50L129 76L147 98C118 200 70 300 10 376', '#fff', 3, 'opacity=".5"'))) +
        `<g clip-path="url(#shirt)">${soft(2, shape(TAIL, '#a8a8a8'))}</g>` +
        soft(2, both(shape(COLLAR, '#b8b8b8')) + shape(KNOT, '#d4d4d4')),
    };
  },
};
