import type { Moment } from './moment.ts';

/** A pic that its user has made public; `card_id` is the secret part of its address. */
export interface ShareCardsTable {
  card_id: string;
  pic_id: string;
  create_time: Moment;
}
