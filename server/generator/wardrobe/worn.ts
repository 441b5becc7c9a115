import costumes from '../catalogue/costumes.json' with { type: 'json' };
import type { CostumeChoice, CostumeColours, CostumeName } from '../catalogue/schema.ts';

/** Drawn clothes. `seed` decides the positions of folds and patterns. */
export interface Worn {
  costume: CostumeName;
  colours: CostumeColours;
  seed: number;
}

/** `index` is the picture in a job, from 0. Each picture has other colours. Undefined if there is no costume. */
export function wornIn(choice: CostumeChoice | undefined, index: number, seed: number): Worn | undefined {
  if (!choice) return undefined;
  const { name: costume, first = 0 } = choice;
  const colours = costumes[costume];
  return { costume, colours: colours[(first + index) % colours.length]!, seed };
}
