import { armLines, body, bodyRelief } from '../body.ts';
import type { Costume } from '../costume.ts';
import { blossom, clip, clipped, darker, lighter, strewn } from '../ornament.ts';
import { disc, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const OVER =
  'M60 -80C74 -40 70 10 34 96C4 170 -40 250 -84 372L-48 384C-10 280 40 190 70 112C104 24 102 -30 88 -60Z';
const BELOW = 'M-60 -80C-74 -40 -70 10 -30 108L-4 160L-30 206C-80 110 -104 -20 -88 -60Z';
const COLLAR =
  'M-58 -76C-58 -30 -40 40 -6 106C34 40 56 -26 58 -76L66 -60C66 0 44 70 4 146C-46 70 -66 0 -66 -60Z';
/** It leaves the throat open down to y = 40. */
const LINING =
  'M-64 -62L-50 -62C-42 -22 -22 14 0 40C22 14 42 -22 50 -62L64 -62C60 0 40 70 -2 124C-42 70 -60 0 -64 -62Z';
/** A belt. It is only as wide as the space between the arms, which hang in front of it. */
const OBI = 'M-183 368C-90 352 90 352 183 368L189 556C90 544 -90 544 -189 556Z';
const CORD = 'M-188 446C-90 432 90 432 188 446';

export const kimono: Costume = {
  surface: 'silk',
  draw({ cloth, under, accent }, random) {
    const petal = lighter(cloth, 0.72);
    const flowers = strewn(random, 64, 46)
      .map(({ x, y, size }) =>
        blossom(x, y, 17 * size, size > 1 ? petal : lighter(accent, 0.4), lighter(accent, 0.15)),
      )
      .join('');
    const waves = strewn(random, 34, 66)
      .map(
        ({ x, y }) =>
          line(disc(x, y + 30, 26), lighter(cloth, 0.3), 2) +
          line(disc(x, y + 30, 17), lighter(cloth, 0.3), 2),
      )
      .join('');
    let weave = '';
    for (let x = -203; x < 200; x += 29)
      weave += line(
        `M${x} 366L${x + 14} 458L${x} 552M${x + 14} 366L${x} 458L${x + 14} 552`,
        lighter(accent, 0.35),
        2,
      );
    return {
      defs: clip('robe', body('#000', 16, 66, -60, 44)) + clip('obi', shape(OBI, '#000')),
      back: shape('M-64 -96C-40 -78 40 -78 64 -96L80 0L-80 0Z', darker(cloth, 0.25)),
      front:
        body(cloth, 16, 66, -60, 44) +
        clipped('robe', `<g opacity=".75">${waves}${flowers}</g>`) +
        shape(LINING, darker(under, 0.12)) +
        shape(COLLAR, under) +
        shape(BELOW, cloth) +
        line('M-88 -60C-104 -20 -80 110 -30 206', darker(cloth, 0.5), 2.4, 'opacity=".7"') +
        shape(OVER, cloth) +
        line('M60 -80C74 -40 70 10 34 96C4 170 -40 250 -84 372', darker(cloth, 0.5), 2, 'opacity=".8"') +
        line(
          'M88 -60C102 -30 104 24 70 112C40 190 -10 280 -48 384',
          darker(cloth, 0.5),
          2.4,
          'opacity=".8"',
        ) +
        shape(OBI, accent) +
        clipped('obi', weave) +
        line(CORD, lighter(accent, 0.55), 12) +
        line(CORD, darker(accent, 0.4), 12, 'stroke-dasharray="2 9" opacity=".5"') +
        shape(disc(0, 436, 18, 15), lighter(accent, 0.65)) +
        armLines(darker(cloth, 0.5), 0.5),
      relief:
        bodyRelief(random, 1.2) +
        soft(2, shape(COLLAR, '#b0b0b0')) +
        soft(5, shape(BELOW, '#a4a4a4') + shape(OVER, '#c0c0c0') + shape(OBI, '#b8b8b8')) +
        soft(5, line(CORD, '#e0e0e0', 12)),
    };
  },
};
