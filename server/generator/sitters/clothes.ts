import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { repeat, round } from '../scenes/svg.ts';
import { locksBetween } from './locks.ts';
import type { ClothesKind, Sitter } from './sitter.ts';

/** The outline of shoulders and arms. */
export const BODY =
  'M-122 290C-160 342 -250 366 -318 414C-386 466 -410 660 -424 980H424C410 660 386 466 318 414C250 366 160 342 122 290C86 356 -86 356 -122 290Z';

type DrawClothes = (sitter: Sitter, random: Random) => string;

function folds(random: Random, cloth: string): string {
  const dark = mix(cloth, '#0a0510', 0.5);
  const light = mix(cloth, '#fff4e4', 0.3);
  return repeat(16, number => {
    const side = number % 2 ? 1 : -1;
    const x = side * random.between(100, 340);
    const y = random.between(420, 640);
    const isDark = number % 3 > 0;
    return `<path d="M${round(x)} ${round(y)}q${round(side * random.between(-40, 30))} ${round(random.between(80, 160))} ${round(side * random.between(-60, 40))} ${round(random.between(220, 360))}" stroke="${isDark ? dark : light}" stroke-width="${round(random.between(10, 26))}" fill="none" opacity="${isDark ? 0.36 : 0.26}" filter="url(#b12)"/>`;
  });
}

function torso(random: Random, cloth: string): string {
  const dark = mix(cloth, '#0a0510', 0.55);
  return (
    `<path d="${BODY}" fill="url(#cloth)"/><g clip-path="url(#in-body)">` +
    `<path d="M-118 280C-90 390 90 390 118 280L170 400C60 450 -60 450 -170 400Z" fill="${dark}" opacity=".34" filter="url(#b22)"/>` +
    `<path d="M-262 980C-290 760 -280 640 -250 540M262 980C290 760 280 640 250 540" stroke="${dark}" stroke-width="30" fill="none" opacity=".4" filter="url(#b12)"/>` +
    `<path d="M-338 460C-290 400 -210 386 -164 356" stroke="${mix(cloth, '#fff4e4', 0.45)}" stroke-width="16" fill="none" opacity=".4" filter="url(#b12)"/>` +
    `${folds(random, cloth)}</g>`
  );
}

/** Ribs of a knitted edge between two curves. */
function ribbing(random: Random, colour: string, first: number[], last: number[]): string {
  return locksBetween(random, first, last, { colour, count: 26, width: [4, 9], loose: 1, contrast: 0.5 });
}

const jumper: DrawClothes = ({ cloth }, random) =>
  torso(random, cloth) +
  ribbing(random, cloth, [-126, 292, -84, 366, 84, 366, 126, 292], [-146, 310, -96, 404, 96, 404, 146, 310]);

const rollNeck: DrawClothes = ({ cloth }, random) =>
  torso(random, cloth) +
  ribbing(
    random,
    mix(cloth, '#fff4e4', 0.06),
    [-100, 206, -60, 262, 60, 262, 100, 206],
    [-134, 312, -80, 384, 80, 384, 134, 312],
  );

const blouse: DrawClothes = ({ cloth }, random) =>
  torso(random, cloth) +
  `<path d="M-122 294C-96 390 -50 470 0 520C50 470 96 390 122 294C84 340 -84 340 -122 294Z" fill="url(#skin)"/>` +
  `<path d="M-104 330C-60 360 60 360 104 330L90 380C40 400 -40 400 -90 380Z" fill="#3a0d12" opacity=".22" filter="url(#b12)"/>` +
  `<path d="M-60 402C-36 392 -22 398 -10 410M60 402C36 392 22 398 10 410" stroke="#3a0d12" stroke-width="6" fill="none" opacity=".2" filter="url(#b6)"/>` +
  `<path d="M-126 292C-100 392 -52 476 0 528C52 476 100 392 126 292" stroke="${mix(cloth, '#0a0510', 0.4)}" stroke-width="7" fill="none" opacity=".7"/>` +
  `<path d="M0 528C-6 660 6 800 0 980" stroke="${mix(cloth, '#0a0510', 0.45)}" stroke-width="6" fill="none" opacity=".5" filter="url(#b3)"/>`;

function collar(colour: string): string {
  const half = (side: number) =>
    `<path d="M${side * 104} 262C${side * 120} 290 ${side * 150} 320 ${side * 172} 352L${side * 96} 446L${side * 4} 356C${side * 50} 346 ${side * 88} 316 ${side * 104} 262Z" fill="${side < 0 ? mix(colour, '#ffffff', 0.16) : mix(colour, '#0a0510', 0.14)}"/>` +
    `<path d="M${side * 172} 352L${side * 96} 446L${side * 4} 356" fill="none" stroke="${mix(colour, '#0a0510', 0.5)}" stroke-width="4" opacity=".6"/>`;
  return half(-1) + half(1);
}

const shirt: DrawClothes = ({ cloth }, random) =>
  torso(random, cloth) +
  `<path d="M-100 290C-60 350 -20 380 0 392C20 380 60 350 100 290Z" fill="url(#skin)"/><path d="M-90 300C-40 350 40 350 90 300L40 380H-40Z" fill="#3a0d12" opacity=".3" filter="url(#b12)"/>` +
  `<path d="M0 384V980" stroke="${mix(cloth, '#0a0510', 0.5)}" stroke-width="5" opacity=".5"/>` +
  repeat(
    4,
    row =>
      `<circle cx="12" cy="${470 + row * 110}" r="7" fill="${mix(cloth, '#fff4e4', 0.4)}" stroke="${mix(cloth, '#0a0510', 0.5)}" stroke-width="2"/>`,
  ) +
  collar(cloth);

const jacket: DrawClothes = (sitter, random) => {
  const { cloth, under } = sitter;
  const lapel = (side: number) =>
    `<path d="M${side * 108} 284C${side * 150} 330 ${side * 176} 372 ${side * 186} 410L${side * 232} 448L${side * 176} 492C${side * 150} 600 ${side * 96} 800 ${side * 40} 980H${side * 20}C${side * 60} 780 ${side * 122} 480 ${side * 108} 284Z" fill="${side < 0 ? mix(cloth, '#fff4e4', 0.14) : mix(cloth, '#0a0510', 0.16)}"/>` +
    `<path d="M${side * 186} 410L${side * 232} 448L${side * 176} 492C${side * 150} 600 ${side * 96} 800 ${side * 40} 980" stroke="${mix(cloth, '#0a0510', 0.6)}" stroke-width="4" fill="none" opacity=".6"/>`;
  return (
    torso(random, cloth) +
    `<path d="M-124 288C-90 380 90 380 124 288C140 500 90 760 40 980H-40C-90 760 -140 500 -124 288Z" fill="${under}"/>` +
    `<path d="M10 370C70 350 112 320 122 290C140 500 92 760 40 980H10Z" fill="${mix(under, '#2a1830', 0.4)}" opacity=".55" filter="url(#b12)"/>` +
    `<path d="M-120 296C-80 372 80 372 120 296" stroke="${mix(under, '#2a1830', 0.35)}" stroke-width="12" fill="none"/>` +
    lapel(-1) +
    lapel(1)
  );
};

const scarf: DrawClothes = (sitter, random) => {
  const look = {
    colour: sitter.under,
    count: 44,
    width: [6, 18] as [number, number],
    loose: 6,
    contrast: 0.55,
  };
  return (
    torso(random, sitter.cloth) +
    locksBetween(
      random,
      [70, 330, 96, 480, 80, 640, 90, 860],
      [196, 330, 214, 480, 206, 640, 210, 880],
      look,
    ) +
    locksBetween(
      random,
      [-134, 196, -80, 292, 80, 292, 134, 196],
      [-196, 330, -110, 440, 110, 440, 196, 330],
      look,
    )
  );
};

const kinds: Record<ClothesKind, DrawClothes> = {
  jacket,
  jumper,
  'roll-neck': rollNeck,
  shirt,
  blouse,
  scarf,
};

export function clothesOf(sitter: Sitter, random: Random): string {
  return kinds[sitter.clothes](sitter, random);
}
