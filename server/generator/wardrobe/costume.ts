import type { CostumeColours } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';

/** Decides how threads show and how cloth shines. */
export type Surface = 'cotton' | 'wool' | 'knit' | 'silk' | 'leather' | 'shell' | 'metal';

/**
 * SVG in body units: the origin is the pit of the throat, 100 units are a unit of the head, y goes down. The drawing
 * has no shading: light on the relief makes the folds.
 */
export interface Drawn {
  /** Behind the neck. */
  back: string;
  /** In front of the neck, below head and hair. */
  front: string;
  /** Height of the front in greys: #808080 is flat, lighter is higher. */
  relief: string;
  /** Clip paths for both. */
  defs?: string;
}

export interface Costume {
  surface: Surface;
  draw(colours: CostumeColours, random: Random): Drawn;
}
