import { armLines, body, bodyRelief } from '../body.ts';
import type { Costume } from '../costume.ts';
import { clip, clipped, darker, lighter } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const SHIRT =
  'M-50 -66C-40 -28 -20 -12 0 -6C20 -12 40 -28 50 -66L66 0C58 110 30 190 4 236L-4 236C-30 190 -58 110 -66 0Z';
const COLLAR = 'M49 -72C58 -58 72 -42 80 -28C72 -4 58 24 44 42C30 30 14 12 0 -6C28 -16 45 -40 49 -72Z';
const HOOD = 'M58 -58C82 -30 108 2 118 34C112 110 70 200 14 290L-2 262C42 170 62 80 54 -14Z';
const TIE = 'M-20 -6C-9 -12 9 -12 20 -6L14 40L26 230L-26 230L-14 40Z';

/** An academic gown with its hood, over shirt and tie. */
export const graduate: Costume = {
  surface: 'silk',
  colours: [
    { cloth: '#1d1e24', under: '#f5f3ee', accent: '#8a2036' },
    { cloth: '#1f2740', under: '#f5f3ee', accent: '#c79a3b' },
    { cloth: '#4a1622', under: '#f5f3ee', accent: '#d8d2c4' },
    { cloth: '#20332c', under: '#f5f3ee', accent: '#5a74a8' },
  ],
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.55);
    let pleats = '';
    for (const x of [84, 104, 124, 146])
      pleats += line(`M${x} 40C${x + 10} 200 ${x + 4} 500 ${x + 10} 980`, dark, 3, 'opacity=".55"');
    return {
      defs: clip('shirt', shape(SHIRT, '#000')),
      back:
        shape('M-50 -74C-36 -58 36 -58 50 -74L58 -20L-58 -20Z', darker(under, 0.25)) +
        both(shape('M54 -50C92 -60 130 -30 150 6L60 20Z', accent)),
      front:
        body(cloth, 18, 66, -40) +
        armLines(dark, 0.7) +
        both(pleats + line('M120 12C160 26 200 44 236 92', dark, 3, 'opacity=".6"')) +
        shape(SHIRT, under) +
        clipped('shirt', shape(TIE, darker(accent, 0.45))) +
        both(
          shape(COLLAR, lighter(under, 0.3)) +
            line('M80 -28C72 -4 58 24 44 42C30 30 14 12 0 -6', darker(under, 0.3), 1.6, 'opacity=".6"'),
        ) +
        both(
          shape(HOOD, accent) +
            line(
              'M58 -58C82 -30 108 2 118 34C112 110 70 200 14 290',
              darker(accent, 0.5),
              2.4,
              'opacity=".6"',
            ) +
            line('M56 -40C72 60 54 160 8 276', lighter(accent, 0.35), 4, 'opacity=".6"'),
        ) +
        line('M2 286L4 980', dark, 4),
      relief:
        bodyRelief(random, 1.1) +
        soft(5, both(pleats.replaceAll(dark, '#000'))) +
        clipped('shirt', soft(2, shape(TIE, '#a8a8a8'))) +
        soft(2, both(shape(COLLAR, '#b8b8b8'))) +
        soft(5, both(shape(HOOD, '#bcbcbc'))),
    };
  },
};
