import type { Random } from '../random.ts';
import { afro, curls } from './curly-hair.ts';
import type { DrawHair, Hair } from './hair-parts.ts';
import { headscarf } from './headscarf.ts';
import { fall, fringe } from './loose-hair.ts';
import { combedOver, crop } from './short-hair.ts';
import type { HairStyle, Sitter } from './sitter.ts';
import { bun, ponytail } from './tied-hair.ts';

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
