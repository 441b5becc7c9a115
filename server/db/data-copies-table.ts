import type { Moment } from './moment.ts';

/** Where a user may fetch a copy of their data; `session` is the hash of the token that asked for it. */
export interface DataCopiesTable {
  user_id: string;
  secret_hash: string;
  session: string;
  expire_time: Moment;
}
