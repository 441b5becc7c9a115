import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** A device that is to be told of the end of a job; it goes with the job, and with the session in which it asked. */
export interface PushRequestsTable {
  generate_id: string;
  /** Where its push service takes messages for it. */
  endpoint: string;
  /** With which they are encrypted: base64url. */
  p256dh: string;
  auth: string;
  /** The hash of the token that asked. */
  session: string;
  language: string;
  create_time: Moment;
  /** How often it was tried, and when it may be tried next. */
  tries: Generated<number>;
  due_time: Moment;
}
