import type { CostumeColours } from '../entries/entry.ts';
import type { Random } from '../random.ts';

/** What cloth is like to the touch: how the threads show, and how it shines. */
export type Surface = 'cotton' | 'wool' | 'knit' | 'silk' | 'leather' | 'shell' | 'metal';

/**
 * The drawing of a costume, as SVG in body units: the origin is the pit of the throat, 100 units are the unit of the head, y
 * goes down. Nothing in it is shaded: light on the relief makes folds.
 */
export interface Drawn {
  /** Behind the neck. */
  back: string;
  /** Before the neck, under head and hair. */
  front: string;
  /** How high the front is, as greys: #808080 lies flat, lighter stands out. */
  relief: string;
  /** Clip paths that both name. */
  defs?: string;
}

/** A costume as it is written down. */
export interface Costume {
  surface: Surface;
  draw(colours: CostumeColours, random: Random): Drawn;
}
