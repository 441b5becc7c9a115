import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { afro, curls } from './curly-hair.ts';
import { type DrawHair, type Hair, SIDES } from './hair-parts.ts';
import { type LockStyle, locksBetween, sided } from './locks.ts';
import { fall, fringe } from './loose-hair.ts';
import { combedOver, crop } from './short-hair.ts';
import type { HairStyle, Sitter } from './sitter.ts';
import { bun, ponytail } from './tied-hair.ts';

/** A headscarf. Its folds are drawn like strands of hair. */
const headscarf: DrawHair = ({ scarf }, random) => {
  const cloth: LockStyle = { colour: scarf, count: 46, width: [5, 16], loose: 7, contrast: 0.42 };
  let before = '';
  for (const side of SIDES) {
    before += locksBetween(
      random,
      sided(side, [0, -214, 92, -216, 138, -150, 142, -40, 144, 70, 120, 190, 6, 262]),
      sided(side, [0, -330, 150, -334, 216, -200, 206, -30, 206, 120, 250, 250, 120, 420]),
      cloth,
    );
  }
  const drape = locksBetween(
    random,
    [-134, 190, -60, 300, 70, 310, 140, 190],
    [-330, 400, -120, 560, 190, 560, 340, 400],
    { ...cloth, count: 60 },
  );
  const tail = locksBetween(
    random,
    [60, 380, 110, 470, 100, 640, 60, 900],
    [200, 360, 250, 480, 260, 660, 230, 900],
    cloth,
  );
  return {
    behind: `<path d="M0 -332C150 -334 218 -200 208 -30C206 120 240 240 300 400H-300C-240 240 -206 120 -208 -30C-218 -200 -150 -334 0 -332Z" fill="${mix(scarf, '#0a0408', 0.5)}"/>`,
    before: drape + tail + before,
  };
};

const styles: Record<HairStyle, DrawHair> = {
  straight: (sitter, random) => fall(random, sitter, sitter.turn > 0 ? -14 : 14, 420, 0, 4),
  wavy: (sitter, random) => fall(random, sitter, sitter.turn > 0 ? -34 : 30, 380, 62, 14),
  bob: (sitter, random) => fall(random, sitter, sitter.turn > 0 ? -54 : 50, 180, -16, 5),
  fringe,
  pixie: (sitter, random) => combedOver(random, sitter, 26, sitter.turn > 0 ? -84 : 84),
  bun,
  ponytail,
  afro,
  curls,
  'side-part': (sitter, random) => combedOver(random, sitter, 8, sitter.turn > 0 ? -96 : 96),
  swept: (sitter, random) => combedOver(random, sitter, 52, sitter.turn > 0 ? -70 : 70),
  crop,
  bald: () => ({ behind: '', before: '' }),
  headscarf,
};

export function hairOf(sitter: Sitter, random: Random): Hair {
  return styles[sitter.style](sitter, random);
}

export function showsEars({ style }: Sitter): boolean {
  return ['pixie', 'bun', 'ponytail', 'side-part', 'swept', 'crop', 'bald'].includes(style);
}
