import type { Generated } from 'kysely';

/** The size of a pic in pixels. */
export interface MadePic {
  width: number;
  height: number;
}

/** One finished pic. */
export interface PicsTable {
  pic_id: string;
  generate_id: string;
  user_id: string;
  position: number;
  key: string;
  width: number;
  height: number;
  /** Whether others may see it: `hidden` after reports, `cleared` once the operator has looked and left it. */
  review: Generated<'' | 'hidden' | 'cleared'>;
}
