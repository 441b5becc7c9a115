import type { Generated } from 'kysely';

/** Pixels. */
export interface MadePic {
  width: number;
  height: number;
}

export interface PicsTable {
  pic_id: string;
  generate_id: string;
  user_id: string;
  position: number;
  key: string;
  width: number;
  height: number;
  /**
   * `hidden`: after reports, only its user sees it. `cleared`: the operator looked at it after reports and left it
   * visible.
   */
  review: Generated<'' | 'hidden' | 'cleared'>;
}
