import { body, bodyRelief } from '../body.ts';
import type { Costume } from '../costume.ts';
import { clip, clipped, darker } from '../ornament.ts';
import { both, disc, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const YOKE =
  'M-64 -52C-46 -10 46 -10 64 -52L92 -20C112 40 110 130 84 214C60 290 26 330 0 344C-26 330 -60 290 -84 214C-110 130 -112 40 -92 -20Z';
const RIM = 'M-62 -54C-46 -14 -22 -4 0 -2C22 -4 46 -14 62 -54';
const FALLS = [122, 150, 178, 208, 238];

function spiral(x: number, y: number, radius: number, turn: number, colour: string): string {
  let points = '';
  for (let at = 0; at <= 16; at++) {
    const angle = at * 0.72 * turn;
    const reach = radius * (1 - at / 18);
    points += `${at === 0 ? 'M' : 'L'}${(x + Math.cos(angle) * reach).toFixed(1)} ${(y + Math.sin(angle) * reach).toFixed(1)}`;
  }
  return line(points, colour, 3.2);
}

/** A wide robe with an embroidered yoke. */
export const agbada: Costume = {
  surface: 'cotton',
  draw({ cloth, accent }, random) {
    const dark = darker(cloth, 0.45);
    const falls = both(
      FALLS.map(x =>
        line(
          `M${x} ${24 + (x - 120) * 0.3}C${x + 8} 200 ${x - 10} 500 ${x + 6} 980`,
          dark,
          3,
          'opacity=".35"',
        ),
      ).join(''),
    );
    let motifs = '';
    for (const y of [40, 96, 152, 208])
      motifs += both(
        spiral(52 - (y > 150 ? (y - 150) * 0.2 : 0), y, 22, 1, accent) +
          shape(disc(86 - Math.max(0, y - 120) * 0.14, y + 24, 4), accent),
      );
    return {
      defs: clip('yoke', shape(YOKE, '#000')),
      back: shape('M-62 -80C-40 -64 40 -64 62 -80L72 0L-72 0Z', darker(cloth, 0.3)),
      front:
        body(cloth, 34, 64, -50) +
        falls +
        shape(YOKE, darker(cloth, 0.1)) +
        clipped(
          'yoke',
          motifs + line('M0 0L0 340', accent, 4) + both(line('M14 0C18 100 16 200 10 300', accent, 2.6)),
        ) +
        line(YOKE, accent, 5) +
        line(RIM, accent, 11) +
        line(RIM, darker(accent, 0.4), 11, 'stroke-dasharray="2 7" opacity=".6"') +
        shape(disc(0, 268, 17), darker(cloth, 0.1)) +
        line(disc(0, 268, 15), accent, 3),
      relief:
        bodyRelief(random, 0.8) +
        soft(
          8,
          both(
            FALLS.map((x, at) =>
              line(
                `M${x} ${24 + (x - 120) * 0.3}C${x + 8} 200 ${x - 10} 500 ${x + 6} 980`,
                at % 2 ? '#fff' : '#000',
                17,
                'opacity=".6"',
              ),
            ).join(''),
          ),
        ) +
        soft(
          2,
          shape(YOKE, '#9c9c9c') +
            clipped('yoke', motifs.replaceAll(accent, '#f0f0f0')) +
            line(YOKE, '#d8d8d8', 5) +
            line(RIM, '#e0e0e0', 11),
        ),
    };
  },
};
