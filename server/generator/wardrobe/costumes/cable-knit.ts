import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { darker, lighter, ribs } from '../ornament.ts';
import { both, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const NECK =
  'M-60 -80C-54 -58 -30 -46 0 -44C30 -46 54 -58 60 -80C66 -58 74 -34 84 -14C56 18 26 28 0 28C-26 28 -56 18 -84 -14C-74 -34 -66 -58 -60 -80Z';
const UPPER = { half: 59, y: -80, sag: 36 };
const LOWER = { half: 83, y: -14, sag: 42 };

/** Relief of a cable stitch with two strands. */
function cable(x: number, from: number, width: number): string {
  let svg = '';
  for (let y = from; y < 900; y += width * 1.5) {
    const [w, h] = [width, width * 2.1];
    for (const side of [-1, 1]) {
      const d = `M${x - side * w * 0.9} ${y + (side > 0 ? 0 : h * 0.36)}Q${x + side * w * 0.2} ${y + h * 0.1} ${x + side * w * 0.8} ${y + h * 0.72}`;
      svg += line(d, '#000', w * 0.95, 'opacity=".5"') + line(d, '#fff', w * 0.62, 'opacity=".7"');
    }
  }
  return (
    svg +
    line(
      `M${x - w2(width)} ${from}L${x - w2(width)} 900M${x + w2(width)} ${from}L${x + w2(width)} 900`,
      '#000',
      4,
      'opacity=".5"',
    )
  );
}
const w2 = (width: number) => width * 1.7;

export const cableKnit: Costume = {
  surface: 'knit',
  draw({ cloth }, random) {
    const dark = darker(cloth, 0.5);
    const seam = both(line('M84 0C120 20 160 32 190 44', dark, 3, 'opacity=".3"'));
    return {
      back: shape('M-60 -88C-40 -72 40 -72 60 -88L76 -10L-76 -10Z', darker(cloth, 0.3)),
      front:
        body(cloth, 2, 64, -40) +
        armLines(dark, 0.45) +
        both(line(SLEEVE_SEAM, dark, 3, 'opacity=".35"')) +
        seam +
        shape(NECK, lighter(cloth, 0.03)) +
        ribs(22, UPPER, LOWER, d => line(d, dark, 2.4, 'opacity=".4"')) +
        line('M-84 -14C-56 18 -26 28 0 28C26 28 56 18 84 -14', dark, 3, 'opacity=".5"'),
      relief:
        bodyRelief(random, 0.5) +
        soft(2, cable(0, 44, 17) + both(cable(66, 36, 12) + cable(128, 34, 17) + cable(222, 120, 14))) +
        soft(5, shape(NECK, '#d0d0d0')) +
        soft(2, line('M-86 -12C-56 22 -26 32 0 32C26 32 56 22 86 -12', '#404040', 5)) +
        soft(
          2,
          ribs(22, UPPER, LOWER, d => line(d, '#000', 3, 'opacity=".45"')),
        ),
    };
  },
};
