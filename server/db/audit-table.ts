import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** JSON of the fields that changed. */
type State = ColumnType<Record<string, unknown>, string, never>;

/** One change to an account, to money or to the catalogue. Rows are append-only. */
export interface AuditTable {
  id: Generated<number>;
  time: Moment;
  /** Made by an operator's command, by the server itself, or by a user in the app. */
  source: 'desk' | 'server' | 'user';
  /** The operator's name, the server's task, or the user's id. */
  done_by: string;
  action: string;
  /** The id of the user or the receipt of the payment that changed. */
  subject: string;
  reason: string;
  before: State;
  after: State;
}
