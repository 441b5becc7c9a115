import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { clip, clipped, darker, lighter, strewn } from '../ornament.ts';
import { both, disc, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const COLLAR = 'M-58 -82C-54 -56 -30 -38 -5 -32L-4 26C-30 22 -56 10 -74 -20C-68 -40 -62 -60 -58 -82Z';

function frog(y: number, colour: string): string {
  return (
    both(
      line(
        `M5 ${y}C18 ${y - 13} 40 ${y - 15} 54 ${y - 3}C40 ${y + 1} 40 ${y + 8} 52 ${y + 7}C38 ${y + 16} 18 ${y + 12} 5 ${y}`,
        darker(colour, 0.35),
        6.4,
      ) +
        line(
          `M5 ${y}C18 ${y - 13} 40 ${y - 15} 54 ${y - 3}C40 ${y + 1} 40 ${y + 8} 52 ${y + 7}C38 ${y + 16} 18 ${y + 12} 5 ${y}`,
          colour,
          4.2,
        ),
    ) +
    shape(disc(0, y, 8), darker(colour, 0.3)) +
    shape(disc(-1, y - 1, 6), lighter(colour, 0.2))
  );
}

function medallion(x: number, y: number, radius: number, colour: string): string {
  let leaves = '';
  for (let at = 0; at < 6; at++) {
    const [cos, sin] = [Math.cos(at * 1.0472), Math.sin(at * 1.0472)];
    leaves += line(
      `M${x + cos * radius * 0.22} ${y + sin * radius * 0.22}C${x + (cos - sin) * radius * 0.6} ${y + (sin + cos) * radius * 0.6} ${x + cos * radius * 0.9} ${y + sin * radius * 0.9} ${x + (cos + sin * 0.7) * radius * 0.6} ${y + (sin - cos * 0.7) * radius * 0.6}`,
      colour,
      2.6,
    );
  }
  return line(disc(x, y, radius), colour, 2.6) + line(disc(x, y, radius * 0.2), colour, 2.2) + leaves;
}

export const tangJacket: Costume = {
  surface: 'silk',
  draw({ cloth, under, accent }, random) {
    const pattern = strewn(random, 48, 78)
      .map(({ x, y, size }) => medallion(x, y, 30 * size, lighter(cloth, 0.22)))
      .join('');
    const dark = darker(cloth, 0.5);
    return {
      defs: clip('jacket', body('#000', -6, 62, -50)),
      back: shape('M-60 -92C-40 -76 40 -76 60 -92L70 0L-70 0Z', darker(cloth, 0.35)),
      front:
        body(cloth, -6, 62, -50) +
        clipped('jacket', `<g opacity=".8">${pattern}</g>`) +
        armLines(dark, 0.5) +
        both(line(SLEEVE_SEAM, dark, 2, 'opacity=".3"')) +
        shape('M-46 -60C-30 -40 30 -40 46 -60L20 -16L-20 -16Z', under) +
        both(
          shape(COLLAR, cloth) +
            line('M-58 -82C-54 -56 -30 -38 -5 -32L-4 26', accent, 4) +
            line('M-4 26C-30 22 -56 10 -74 -20', dark, 2.4, 'opacity=".7"'),
        ) +
        line('M0 26L2 980', dark, 3) +
        line('M8 26L10 980', accent, 2.4, 'opacity=".8"') +
        [-2, 92, 200, 308, 416, 524, 632].map(y => frog(y, accent)).join(''),
      relief:
        bodyRelief(random, 1) +
        soft(5, both(shape(COLLAR, '#d4d4d4'))) +
        soft(
          2,
          line('M4 26L6 980', '#b8b8b8', 8) +
            [-2, 92, 200, 308, 416, 524]
              .map(y => both(line(`M5 ${y}L50 ${y}`, '#d8d8d8', 8)) + shape(disc(0, y, 8), '#fff'))
              .join(''),
        ),
    };
  },
};
