import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { CAP, type DrawHair, looks, SIDES, shine } from './hair-parts.ts';
import { type Curve, locksBetween, sided } from './locks.ts';
import type { Sitter } from './sitter.ts';

/** Hair combed back from the hairline to the crown, for a bun or a ponytail. */
function combedBack(random: Random, { hair }: Sitter): string {
  let drawn = '';
  for (const side of SIDES) {
    const temple = sided(side, [104, -184, 122, -236, 92, -300, 18, -330]);
    const ear = sided(side, [152, -16, 190, -120, 178, -262, 30, -332]);
    drawn += locksBetween(random, ear, temple, { ...looks(hair, 110), loose: 3 });
    drawn += locksBetween(random, temple, sided(side, [-6, -208, -4, -250, 0, -290, 2, -330]), {
      ...looks(hair, 110),
      loose: 3,
    });
  }
  return drawn + shine(hair, 0);
}

export const bun: DrawHair = (sitter, random) => {
  const { hair } = sitter;
  const ring = (from: number, radius: number): Curve => [
    from * radius,
    -352,
    from * radius,
    -352 - radius * 1.1,
    -from * radius,
    -352 - radius * 1.1,
    -from * radius,
    -352,
  ];
  const knot =
    locksBetween(random, ring(-1, 64), ring(-1, 8), looks(hair, 70)) +
    locksBetween(
      random,
      ring(1, 64).map((v, i) => (i % 2 ? -704 - v : v)),
      ring(1, 8).map((v, i) => (i % 2 ? -704 - v : v)),
      looks(hair, 70),
    );
  const wisps = SIDES.map(side =>
    locksBetween(
      random,
      sided(side, [128, -170, 150, -90, 158, 0, 140, 86]),
      sided(side, [140, -170, 158, -90, 164, 0, 150, 80]),
      { ...looks(hair, 14, [1.2, 2.6]), loose: 8 },
    ),
  ).join('');
  return {
    behind: `<path d="${CAP}" fill="${mix(hair, '#080305', 0.4)}"/>${knot}`,
    before: combedBack(random, sitter) + wisps,
  };
};

export const ponytail: DrawHair = (sitter, random) => {
  const tail = locksBetween(
    random,
    [60, -290, 190, -280, 226, -80, 206, 60, 196, 170, 230, 280, 176, 380],
    [90, -300, 270, -260, 290, -40, 268, 90, 256, 200, 280, 290, 214, 400],
    { ...looks(sitter.hair, 150), loose: 9 },
  );
  return {
    behind: `<path d="${CAP}" fill="${mix(sitter.hair, '#080305', 0.4)}"/>${tail}`,
    before: combedBack(random, sitter),
  };
};
