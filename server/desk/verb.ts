import type { FastifyBaseLogger } from 'fastify';
import type { Sessions } from '../accounts/sessions.ts';
import type { DbAndClock, Queryable } from '../db/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { PaymentProvider } from '../money/payment-provider.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { OfferedTemplates, ShownTemplate } from '../templates/catalogue.ts';

export interface DeskParts extends DbAndClock {
  log: FastifyBaseLogger;
  store: ObjectStore;
  queue: JobQueue;
  sessions: Sessions;
  payments: PaymentProvider[];
  templates: OfferedTemplates;
  findTemplate(id: number): ShownTemplate | undefined;
}

export interface DeskRequest {
  verb: string;
  values: Record<string, string>;
  /** Pages are counted from 1; each has `limit` rows. */
  page: number;
  limit: number;
  doneBy: string;
  /** The operator's reason for the change; empty for verbs that change nothing. */
  reason: string;
}

/** Adds the change's audit row. Call it in the change's own transaction. */
export type NoteChange = (
  tx: Queryable,
  change: { subject: string; before: Record<string, unknown>; after: Record<string, unknown> },
) => Promise<void>;

/** An argument of a verb. Without `flag`, it is positional. */
export interface VerbValue {
  name: string;
  about: string;
  flag?: boolean;
  optional?: boolean;
}

export interface Verb {
  name: string;
  about: string;
  example: string;
  values: VerbValue[];
  /** True if the verb lists rows page by page. */
  pages?: boolean;
  /**
   * Describes the change without making it. Missing for verbs that change nothing. Throws if `run` would refuse the
   * change.
   */
  plan?(parts: DeskParts, request: DeskRequest): Promise<string>;
  run(parts: DeskParts, request: DeskRequest, noteChange: NoteChange): Promise<DeskOutput>;
}

/** A value in a report. Times are ISO 8601 in UTC; an object contains the changed fields of an audit row. */
export type Cell = string | number | boolean | null | Record<string, unknown>;

/** A report row: values by column name. */
export type Row = Record<string, Cell>;

export interface DeskOutput {
  facts?: Row;
  rows?: Row[];
  /** Files that the command saves in its current folder. Names contain no path. */
  files?: { name: string; base64: string }[];
  /** Undefined if this is the last page. */
  nextPage?: number;
}

export class DeskRefusal extends Error {
  override name = 'DeskRefusal';
}

/** Formats a time like `2026-11-23T10:04:05Z`. */
export function momentCell(time: Date | null): string | null {
  return time && `${time.toISOString().slice(0, 19)}Z`;
}
