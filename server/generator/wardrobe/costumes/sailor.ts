import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { clip, clipped, darker, lighter } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const INSET =
  'M-58 -56C-42 -22 -22 -12 0 -10C22 -12 42 -22 58 -56L72 0C56 80 28 150 0 196C-28 150 -56 80 -72 0Z';
const COLLAR =
  'M58 -66C96 -34 150 -2 196 24C182 74 150 110 112 130C78 168 40 196 4 214L-2 186C36 130 56 60 50 -28Z';
const stripe = (by: number) =>
  `M${190 - by} ${26 + by * 0.5}C${176 - by} ${72} ${146 - by} ${104 - by * 0.4} ${110 - by * 0.9} ${122 - by * 0.7}C${78 - by * 0.8} ${158 - by} 40 ${186 - by * 1.1} 4 ${204 - by * 1.2}`;
const KNOT = 'M-20 184C-10 174 10 174 20 184C24 204 20 222 0 226C-20 222 -24 204 -20 184Z';
const ENDS =
  'M-10 214C-20 260 -44 310 -74 350L-34 366C-14 330 0 290 4 250C10 290 24 330 44 362L84 344C50 306 26 260 14 214Z';

export const sailor: Costume = {
  surface: 'cotton',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.45);
    const pale = '#f7f5ef';
    const isDark = under.startsWith('#2') || under.startsWith('#7');
    const collar = isDark ? under : darker(cloth, 0.25);
    let bars = '';
    for (let y = -44; y < 200; y += 22)
      bars += line(`M-80 ${y}C-30 ${y + 16} 30 ${y + 16} 80 ${y}`, isDark ? under : darker(cloth, 0.1), 8);
    return {
      defs: clip('inset', shape(INSET, '#000')),
      back: shape('M-60 -88C-40 -72 40 -72 60 -88L72 0L-72 0Z', collar),
      front:
        body(cloth, 2, 64, -52) +
        armLines(dark, 0.45) +
        both(line(SLEEVE_SEAM, dark, 2, 'opacity=".4"')) +
        shape(INSET, pale) +
        clipped('inset', bars) +
        line('M-58 -56C-42 -22 -22 -12 0 -10C22 -12 42 -22 58 -56', collar, 9) +
        both(
          shape(COLLAR, collar) +
            [8, 18, 28].map(by => line(stripe(by), pale, 3)).join('') +
            line(COLLAR, darker(collar, 0.5), 2, 'opacity=".6"'),
        ) +
        shape(ENDS, accent) +
        line(
          'M-4 230C-14 280 -34 320 -54 354M8 230C16 280 40 320 62 350',
          darker(accent, 0.5),
          2.4,
          'opacity=".6"',
        ) +
        shape(KNOT, lighter(accent, 0.08)) +
        both(line('M188 500C214 510 240 510 262 500', collar, 16)),
      relief:
        bodyRelief(random, 0.85) +
        soft(2, line('M-58 -56C-42 -22 -22 -12 0 -10C22 -12 42 -22 58 -56', '#b8b8b8', 8)) +
        soft(5, both(shape(COLLAR, '#b4b4b4')) + shape(ENDS, '#b8b8b8') + shape(KNOT, '#e8e8e8')) +
        soft(2, line('M-4 230C-14 280 -34 320 -54 354M8 230C16 280 40 320 62 350', '#404040', 5)),
    };
  },
};
