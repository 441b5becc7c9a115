import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** The state of what was changed, as JSON. */
type State = ColumnType<Record<string, unknown>, string, never>;

/** One change of an account, of money or of what is offered; rows are never changed. */
export interface AuditTable {
  id: Generated<number>;
  time: Moment;
  /** The operator's command, the server by itself, or a user in the app. */
  source: 'desk' | 'server' | 'user';
  /** The operator's name, the task of the server, or the user's id. */
  done_by: string;
  action: string;
  /** The id of the user, or the receipt of the payment, that it was done to. */
  subject: string;
  reason: string;
  before: State;
  after: State;
}
