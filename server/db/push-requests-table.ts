import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** A device that is notified when a job ends. Deleted with the job, and with the session that asked for it. */
export interface PushRequestsTable {
  generate_id: string;
  /** Address of the device's push service. */
  endpoint: string;
  /** Keys that encrypt its messages: base64url. */
  p256dh: string;
  auth: string;
  /** Hash of the session's token. */
  session: string;
  language: string;
  create_time: Moment;
  /** Number of attempts so far, and the time of the next one. */
  tries: Generated<number>;
  due_time: Moment;
}
