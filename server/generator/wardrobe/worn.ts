import costumes from '../catalogue/costumes.json' with { type: 'json' };
import type { CostumeChoice, CostumeColours, CostumeName } from '../catalogue/schema.ts';

/** `seed` decides where folds and patterns are. */
export interface Worn {
  costume: CostumeName;
  colours: CostumeColours;
  seed: number;
}

/** `index` is the picture of a job, from 0: each picture has other colours. Undefined without a costume. */
export function wornIn(choice: CostumeChoice | undefined, index: number, seed: number): Worn | undefined {
  if (!choice) return undefined;
  const { name: costume, first = 0 } = choice;
  const colours = costumes[costume];
  return { costume, colours: colours[(first + index) % colours.length]!, seed };
}
