import costumes from '../catalogue/costumes.json' with { type: 'json' };
import type { CostumeChoice, CostumeColours, CostumeName } from '../catalogue/schema.ts';

/** Drawn clothes. `seed` determines the positions of folds and patterns. */
export interface Worn {
  costume: CostumeName;
  colours: CostumeColours;
  seed: number;
}

/**
 * `index` is the index of the picture in a job. Each picture has different colours. Returns undefined without a
 * costume.
 */
export function wornIn(choice: CostumeChoice | undefined, index: number, seed: number): Worn | undefined {
  if (!choice) return undefined;
  const { name: costume, first = 0 } = choice;
  const colours = costumes[costume];
  return { costume, colours: colours[(first + index) % colours.length]!, seed };
}
