import costumes from '../entries/costumes.json' with { type: 'json' };
import type { CostumeChoice, CostumeColours, CostumeName } from '../entries/entry.ts';

/** What is worn in a picture; `seed` says where folds and patterns come. */
export interface Worn {
  costume: CostumeName;
  colours: CostumeColours;
  seed: number;
}

/** What is worn in a job's picture, counted from 0: each has other colours. */
export function wornIn(choice: CostumeChoice | undefined, index: number, seed: number): Worn | undefined {
  if (!choice) return undefined;
  const { name: costume, first = 0 } = choice;
  const colours = costumes[costume];
  return { costume, colours: colours[(first + index) % colours.length]!, seed };
}
