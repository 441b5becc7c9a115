import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** A picture that somebody reported; gone with the picture. */
export interface ReportsTable {
  /** The receipt number. */
  report_id: string;
  pic_id: string;
  /** A keyed hash of the account or the address that reported it. */
  reporter: string;
  reason: string;
  /** Empty, or a sentence of who reported it. */
  words: string;
  time: Moment;
  /** `kept`: the operator left the picture; `hidden`: the operator agreed. */
  outcome: Generated<'open' | 'kept' | 'hidden'>;
}
