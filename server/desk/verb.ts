import type { FastifyBaseLogger } from 'fastify';
import type { Sessions } from '../accounts/sessions.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { PaymentProvider } from '../money/payment-provider.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ShownTemplate } from '../templates/catalogue.ts';
import type { OfferedTemplates } from '../templates/offered-templates.ts';
import type { DeskReport } from './desk-report.ts';

/** What the verbs work on. */
export interface DeskParts {
  db: Database;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: FastifyBaseLogger;
  store: ObjectStore;
  queue: JobQueue;
  sessions: Sessions;
  payments: PaymentProvider[];
  templates: OfferedTemplates;
  findTemplate(id: number): ShownTemplate | undefined;
}

/** What is asked of the desk: a verb such as `user gift`, its values by name, and who asks. */
export interface DeskRequest {
  verb: string;
  values: Record<string, string>;
  /** Counted from 1; `limit` rows each. */
  page: number;
  limit: number;
  /** The operator's name. */
  doneBy: string;
  /** Empty for what changes nothing. */
  reason: string;
}

/** Writes the row of the audit for a change, in its transaction. */
export type NoteChange = (
  tx: Queryable,
  change: { subject: string; before: Record<string, unknown>; after: Record<string, unknown> },
) => Promise<void>;

/** A value of a verb; without `flag` it is given by its place. */
export interface VerbValue {
  name: string;
  about: string;
  flag?: boolean;
  optional?: boolean;
}

/** One verb of the desk, such as `find` of `user`. */
export interface Verb {
  /** Noun and verb: `user find`. */
  name: string;
  /** A sentence for the help. */
  about: string;
  /** The values of an example for the help. */
  example: string;
  values: VerbValue[];
  /** Whether it lists by pages. */
  pages?: boolean;
  /** Only of a verb that changes something: the sentence that says what it is about to do. Refuses what it would refuse. */
  plan?(parts: DeskParts, request: DeskRequest): Promise<string>;
  run(parts: DeskParts, request: DeskRequest, noteChange: NoteChange): Promise<DeskReport>;
}
