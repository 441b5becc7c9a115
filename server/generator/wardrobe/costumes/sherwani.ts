import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { button, clip, clipped, darker, lighter, strewn } from '../ornament.ts';
import { both, disc, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const COLLAR = 'M-59 -84C-54 -58 -32 -40 -6 -34L-5 24C-32 20 -58 8 -76 -22C-70 -42 -64 -62 -59 -84Z';
const PLACKET = 'M-34 22C-12 28 12 28 34 22L44 420L40 980L-40 980L-44 420Z';

/** A leaf scroll between two heights beside the middle. */
function scroll(x: number, from: number, to: number, colour: string): string {
  let svg = '';
  for (let y = from, turn = 1; y < to; y += 34, turn = -turn) {
    svg += line(
      `M${x} ${y}C${x + 12 * turn} ${y + 4} ${x + 12 * turn} ${y + 26} ${x} ${y + 34}`,
      colour,
      2.4,
    );
    svg += shape(disc(x + 8 * turn, y + 16, 3.6, 5.4), colour);
    svg += shape(disc(x - 7 * turn, y + 22, 2.4), colour);
  }
  return svg;
}

/** A sherwani with an embroidered band collar. */
export const sherwani: Costume = {
  surface: 'silk',
  colours: [
    { cloth: '#efe3c8', under: '#efe3c8', accent: '#b08a3a' },
    { cloth: '#5c1526', under: '#5c1526', accent: '#e0bf74' },
    { cloth: '#1d2c52', under: '#1d2c52', accent: '#d8c08a' },
    { cloth: '#1f4a3c', under: '#1f4a3c', accent: '#e3c878' },
  ],
  draw({ cloth, accent }, random) {
    const dark = darker(cloth, 0.5);
    const sprigs = strewn(random, 150, 36)
      .map(
        ({ x, y }) =>
          shape(disc(x, y, 3.4), accent) +
          shape(disc(x, y - 9, 2.6, 5), accent) +
          shape(disc(x - 8, y + 3, 4.4, 2.4), accent) +
          shape(disc(x + 8, y + 3, 4.4, 2.4), accent),
      )
      .join('');
    const rows = Array.from({ length: 9 }, (_, row) => 52 + row * 66);
    return {
      defs: clip('coat', body('#000', -4, 62, -50)),
      back: shape('M-60 -94C-40 -78 40 -78 60 -94L70 0L-70 0Z', darker(cloth, 0.3)),
      front:
        body(cloth, -4, 62, -50) +
        clipped('coat', `<g opacity=".5">${sprigs}</g>`) +
        armLines(dark, 0.45) +
        both(line(SLEEVE_SEAM, dark, 2, 'opacity=".3"')) +
        shape(PLACKET, lighter(cloth, 0.05)) +
        both(line('M34 22L44 420L40 980', accent, 4) + scroll(24, 44, 960, accent)) +
        line('M0 26L0 980', dark, 2.4, 'opacity=".7"') +
        rows.map(y => button(0, y, 7, accent)).join('') +
        both(
          shape(COLLAR, lighter(cloth, 0.04)) +
            line('M-59 -84C-54 -58 -32 -40 -6 -34L-5 24', accent, 4.4) +
            line('M-66 -44C-54 -20 -34 -6 -12 -2', accent, 3, 'stroke-dasharray="1 7"') +
            line('M-70 -30C-56 -6 -34 8 -10 12M-62 -60C-52 -36 -32 -22 -12 -18', accent, 2.4) +
            line('M-5 24C-32 20 -58 8 -76 -22', dark, 2.4, 'opacity=".6"'),
        ),
      relief:
        bodyRelief(random, 0.9) +
        soft(
          2,
          shape(PLACKET, '#a4a4a4') +
            both(scroll(24, 44, 960, '#e0e0e0')) +
            rows.map(y => shape(disc(0, y, 8), '#fff')).join(''),
        ) +
        soft(5, both(shape(COLLAR, '#d4d4d4'))),
    };
  },
};
