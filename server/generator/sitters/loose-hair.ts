import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { type DrawHair, type Hair, looks, SIDES, shine } from './hair-parts.ts';
import { type Curve, locksBetween, sided } from './locks.ts';
import type { Sitter } from './sitter.ts';

/** Hair on both sides of a parting at `part` (x), down to `end` (y). */
export function fall(
  random: Random,
  sitter: Sitter,
  part: number,
  end: number,
  bend: number,
  loose: number,
): Hair {
  const { hair } = sitter;
  const low = Math.min(end - 30, 330);
  let behind = `<path d="M-186 -120H186L176 ${low}H-176Z" fill="${mix(hair, '#050203', 0.55)}"/>`;
  let before = '';

  for (const side of SIDES) {
    const tip = end + (side > 0 ? -14 : 8);
    const rear: [Curve, Curve] = [
      sided(side, [0, -320, 120, -320, 190, -200, 176, 0, 170, 140, 150, tip * 0.6, 40, tip]),
      sided(side, [
        0,
        -326,
        150,
        -330,
        232,
        -180,
        214,
        10,
        214 + bend,
        150,
        232 - bend,
        tip * 0.7,
        196,
        tip - 16,
      ]),
    ];
    behind += locksBetween(random, ...rear, looks(mix(hair, '#080305', 0.3), 90));

    const face: Curve = [
      part,
      -192,
      part + side * 54,
      -192,
      side * 126,
      -150,
      side * 141,
      -60,
      side * (152 + bend * 0.5),
      20,
      side * (132 - bend * 0.7),
      end * 0.55,
      side * (146 + bend * 0.4),
      tip - 6,
    ];
    const outer: Curve = [
      part,
      -326,
      part + side * 104,
      -334,
      side * 200,
      -250,
      side * 208,
      -84,
      side * (214 + bend),
      60,
      side * (232 - bend * 0.8),
      end * 0.6,
      side * (212 + bend * 0.4),
      tip - 24,
    ];
    before += locksBetween(random, face, outer, { ...looks(hair, 210), loose });
  }
  return { behind, before: before + shine(hair, part) };
}

export const fringe: DrawHair = (sitter, random) => {
  const { behind, before } = fall(random, sitter, 4, 330, 6, 5);
  const cut = locksBetween(
    random,
    [-60, -326, -118, -290, -150, -190, -146, -70],
    [60, -326, 118, -290, 150, -190, 146, -70],
    { ...looks(sitter.hair, 200), loose: 4 },
  );
  return { behind, before: before + cut };
};
