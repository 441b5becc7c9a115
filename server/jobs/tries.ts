/**
 * When jobs are retried. A process leases the job that it works on, and renews the lease. When the lease ends, because
 * the process died or closed, or because of trouble outside the job, e.g. a full disk, the next worker continues the
 * job in its state. Within one attempt, a failing generator is called again.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { unfinished } from './status.ts';

/** Deaths of its process after which a job fails, since it may cause them. A closing process does not count. */
export const mostAttempts = 3;

/** Milliseconds that outside trouble may last before the job fails. */
export const longestTrouble = 60 * 60 * 1000;

/** Calls of the generator; the first failure stays hidden from the user. */
export const mostFailures = 2;

/** Jobs that a worker may take: unfinished and not leased. */
export const isFree =
  (now: number) =>
  (job: ExpressionBuilder<Schema, 'jobs'>): Expression<SqlBool> =>
    job.and([
      job('status', 'in', unfinished),
      job.or([job('lease_until', 'is', null), job('lease_until', '<', new Date(now))]),
    ]);
