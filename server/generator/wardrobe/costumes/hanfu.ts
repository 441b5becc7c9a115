import { armLines, body, bodyRelief } from '../body.ts';
import type { Costume } from '../costume.ts';
import { blossom, clip, clipped, darker, lighter, strewn } from '../ornament.ts';
import { line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

/** The wearer's left side overlaps the right side. From the front, the collar looks like a y. */
const OVER =
  'M62 -78C72 -32 58 22 20 92C-30 178 -90 262 -150 350L-98 384C-50 300 20 200 64 130C104 66 110 -4 94 -54Z';
const BELOW = 'M-62 -78C-72 -32 -60 16 -16 92L34 170L-16 194C-70 112 -112 26 -94 -54Z';
const INNER =
  'M-60 -72C-56 -24 -38 30 -4 80C38 24 56 -24 60 -72L76 -42C72 10 38 72 0 112C-42 62 -72 10 -76 -42Z';
/** It leaves the throat open down to y = 34. */
const LINING =
  'M-64 -62L-50 -62C-42 -26 -22 10 -2 34C20 10 42 -26 50 -62L64 -62C58 -16 40 30 -4 90C-40 30 -58 -16 -64 -62Z';
/** A belt. It is only as wide as the space between the arms, which hang in front of it. */
const BELT = 'M-187 420C-90 404 90 404 187 420L189 520C90 506 -90 506 -189 520Z';

export const hanfu: Costume = {
  surface: 'silk',
  draw({ cloth, under, accent }, random) {
    const flowers = strewn(random, 46, 52)
      .map(({ x, y, size }) => blossom(x, y, 13 * size, lighter(accent, 0.5), accent))
      .join('');
    const stems = strewn(random, 30, 70)
      .map(({ x, y }) =>
        line(
          `M${x} ${y}C${x + 16} ${y + 20} ${x + 10} ${y + 44} ${x - 12} ${y + 62}`,
          lighter(accent, 0.35),
          2.4,
        ),
      )
      .join('');
    let waves = '';
    for (let at = 0; at < 22; at++) {
      const part = at / 21;
      const [x, y] = [80 - 204 * part + Math.sin(part * 3) * 27, -36 + 398 * part];
      waves += line(
        `M${x - 10} ${y + 4}C${x - 8} ${y - 8} ${x + 8} ${y - 8} ${x + 10} ${y + 4}M${x - 5} ${y + 6}C${x - 4} ${y} ${x + 4} ${y} ${x + 5} ${y + 6}`,
        lighter(accent, 0.6),
        2.2,
      );
    }
    return {
      defs:
        clip('robe', body('#000', 10, 66, -60, 38)) +
        clip('over', shape(OVER, '#000')) +
        clip('below', shape(BELOW, '#000')),
      back: shape('M-66 -92C-40 -72 40 -72 66 -92L76 0L-76 0Z', darker(under, 0.2)),
      front:
        body(cloth, 10, 66, -60, 38) +
        clipped('robe', `<g opacity=".6">${stems}${flowers}</g>`) +
        shape(LINING, darker(under, 0.1)) +
        shape(INNER, under) +
        line('M-60 -72C-56 -24 -38 30 -4 80C38 24 56 -24 60 -72', darker(under, 0.25), 2, 'opacity=".6"') +
        shape(BELOW, accent) +
        shape(OVER, accent) +
        clipped('over', waves) +
        line(
          'M62 -78C72 -32 58 22 20 92C-30 178 -90 262 -150 350',
          lighter(accent, 0.65),
          3.4,
          'opacity=".85"',
        ) +
        line(
          'M94 -54C110 -4 104 66 64 130C20 200 -50 300 -98 384',
          darker(accent, 0.5),
          2.6,
          'opacity=".8"',
        ) +
        shape(BELT, darker(accent, 0.12)) +
        line('M-187 434C-90 418 90 418 187 434M-188 508C-90 494 90 494 188 508', lighter(accent, 0.5), 3.4) +
        line('M-40 520C-46 640 -50 760 -44 980M-18 520C-14 660 -20 800 -14 980', lighter(accent, 0.2), 12) +
        armLines(darker(cloth, 0.5), 0.4),
      relief:
        bodyRelief(random, 1.1) +
        soft(2, shape(INNER, '#9a9a9a')) +
        soft(5, shape(BELOW, '#a8a8a8') + shape(OVER, '#c4c4c4') + shape(BELT, '#b0b0b0')),
    };
  },
};
