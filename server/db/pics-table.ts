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
  /** `hidden` from others after reports; `cleared`: the operator looked at it and left it visible. */
  review: Generated<'' | 'hidden' | 'cleared'>;
}
