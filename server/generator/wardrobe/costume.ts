import type { CostumeColours } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';

/** Kind of cloth. Decides how its threads look and how it shines. */
export type Surface = 'cotton' | 'wool' | 'knit' | 'silk' | 'leather' | 'shell' | 'metal';

/**
 * SVG in body units: the origin is the pit of the throat, 100 units are a unit of the head, and y goes down. The
 * drawing has no shading; the folds come from the light on the relief.
 */
export interface Drawn {
  /** Behind the neck. */
  back: string;
  /** In front of the neck, below head and hair. */
  front: string;
  /** Height of the front as greys: #808080 is flat, lighter greys are higher. */
  relief: string;
  /** Clip paths for these parts. */
  defs?: string;
}

export interface Costume {
  surface: Surface;
  draw(colours: CostumeColours, random: Random): Drawn;
}
