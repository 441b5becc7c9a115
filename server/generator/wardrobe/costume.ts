import type { CostumeColours } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';

/** Kind of cloth. Determines its visible threads and its highlights. */
export type Surface = 'cotton' | 'wool' | 'knit' | 'silk' | 'leather' | 'shell' | 'metal';

/**
 * SVG in body units. The origin is the pit of the throat, y points down, and 100 body units are one head unit. The
 * drawing has no shading; the folds appear when the relief is lit.
 */
export interface Drawn {
  /** Behind the neck. */
  back: string;
  /** In front of the neck, but below head and hair. */
  front: string;
  /** Height map of the front in greys: #808080 is flat, lighter greys are higher. */
  relief: string;
  /** Clip paths for the parts above. */
  defs?: string;
}

export interface Costume {
  surface: Surface;
  draw(colours: CostumeColours, random: Random): Drawn;
}
