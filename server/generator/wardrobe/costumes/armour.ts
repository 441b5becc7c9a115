import { body, bodyRelief } from '../body.ts';
import type { Costume } from '../costume.ts';
import { darker, lighter } from '../ornament.ts';
import { both, disc, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const GORGET =
  'M-62 -84C-52 -52 -28 -44 0 -42C28 -44 52 -52 62 -84C74 -36 92 0 124 26C70 66 -70 66 -124 26C-92 0 -74 -36 -62 -84Z';
const BREAST =
  'M-126 22C-70 74 70 74 126 22C166 44 182 96 184 166C188 300 150 420 132 980L-132 980C-150 420 -188 300 -184 166C-182 96 -166 44 -126 22Z';

/** A shoulder plate; `at` counts from the top, starting at 0. */
function plate(at: number): string {
  const [down, out] = [at * 50, at * 3];
  return `M${142 + at * 6} ${24 + down}C${196 + out} ${6 + down} ${252 + out} ${44 + down} ${264 + out} ${124 + down * 1.1}C${236} ${146 + down * 1.1} ${196} ${140 + down} ${164 + at * 4} ${118 + down}Z`;
}

const PLATES = [4, 3, 2, 1, 0];
const edge = (at: number) =>
  `M${164 + at * 4} ${118 + at * 50}C196 ${140 + at * 50} 236 ${146 + at * 55} ${264 + at * 3} ${124 + at * 55}`;

export const armour: Costume = {
  surface: 'metal',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.62);
    let rivets = '';
    for (let at = 0; at < 11; at++) {
      const part = at / 10;
      rivets += shape(disc(-118 + 236 * part, 24 + 30 * Math.sin(Math.PI * part), 4), lighter(accent, 0.3));
    }
    return {
      back: shape('M-70 -96C-40 -76 40 -76 70 -96L80 0L-80 0Z', darker(cloth, 0.5)),
      front:
        body(darker(under, 0.2), 2, 66, -40) +
        shape(BREAST, cloth) +
        line('M0 62L0 980', dark, 3) +
        both(
          line('M150 120C84 200 34 230 0 240', accent, 8) +
            line('M152 142C84 222 34 252 0 262', accent, 3.5) +
            line('M184 166C150 330 130 400 124 520', dark, 3, 'opacity=".7"') +
            line('M118 420C70 448 30 456 0 458', dark, 4) +
            line('M122 500C70 530 30 538 0 540', dark, 4),
        ) +
        shape('M0 142C18 166 30 192 22 220C14 238 -14 238 -22 220C-30 192 -18 166 0 142Z', accent) +
        shape('M0 162C8 176 14 192 10 206C6 216 -6 216 -10 206C-14 192 -8 176 0 162Z', darker(accent, 0.4)) +
        both(
          PLATES.map(
            at =>
              shape(plate(at), lighter(cloth, 0.02 * at)) +
              line(plate(at), dark, 2.4) +
              line(edge(at), accent, 4),
          ).join(''),
        ) +
        shape(GORGET, lighter(cloth, 0.05)) +
        line('M-62 -84C-52 -52 -28 -44 0 -42C28 -44 52 -52 62 -84', accent, 6) +
        line('M-124 26C-70 66 70 66 124 26', dark, 4) +
        rivets,
      relief:
        bodyRelief(random, 0) +
        soft(8, shape(BREAST, '#a4a4a4')) +
        soft(14, line('M0 80L0 420', '#fff', 60, 'opacity=".5"')) +
        PLATES.map(
          at =>
            soft(2, both(shape(plate(at), at % 2 ? '#b4b4b4' : '#c4c4c4'))) +
            soft(8, both(line(edge(at), '#303030', 14, 'opacity=".6"'))),
        ).join('') +
        soft(5, shape(GORGET, '#e0e0e0') + line('M-100 8C-60 40 60 40 100 8', '#fff', 22, 'opacity=".6"')),
    };
  },
};
