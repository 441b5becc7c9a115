/**
 * Why a job is tried again. A process holds the job that it works on by a lease, and renews it. Once the lease is free, the
 * next worker that looks takes the job up in the state that it is in: because the process died or closed, or because of
 * trouble that is not the job's own, such as a full disk. Within one such attempt the generator is called again when it fails.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { unfinished } from './status.ts';

/** A job during which the process died this often is given up: it may be what kills it. One that closed does not count. */
export const mostAttempts = 3;

/** How long trouble is waited out (milliseconds). */
export const longestTrouble = 60 * 60 * 1000;

/** A generator may fail once without the user noticing. */
export const mostFailures = 2;

/** The jobs that can be taken up: not over, and their lease is free. */
export const isFree =
  (now: number) =>
  (job: ExpressionBuilder<Schema, 'jobs'>): Expression<SqlBool> =>
    job.and([
      job('status', 'in', unfinished),
      job.or([job('lease_until', 'is', null), job('lease_until', '<', new Date(now))]),
    ]);
