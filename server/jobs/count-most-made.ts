import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { jobStatus } from './status.ts';

/** Days of finished jobs that are counted. */
const days = 30;
/** Users, each counted once however many jobs they had, below whom a template is not one that many have made. */
const leastUsers = 5;
/** As many are noted: some of them may not be offered any more. */
const mostNoted = 50;

/**
 * Counts in how many users' finished jobs each template was, and notes the first of them for all processes; nothing where it
 * was done on this day (UTC) already, by whichever process.
 */
export async function countMostMade({ db, clock }: { db: Database; clock: () => number }): Promise<void> {
  const now = clock();
  const day = new Date(now).toISOString().slice(0, 10);
  const counted = await db.query
    .selectFrom('popular_templates')
    .select('day')
    .where('day', '=', day)
    .executeTakeFirst();
  if (counted) return;

  const users = sql<number>`count(DISTINCT user_id)`;
  const found = await db.query
    .selectFrom('jobs')
    .select('template_id')
    .where('status', '=', jobStatus.generateSuccess)
    .where('end_time', '>=', new Date(now - days * 24 * 60 * 60_000))
    .groupBy('template_id')
    .having(users, '>=', leastUsers)
    .orderBy(users, 'desc')
    .orderBy('template_id')
    .limit(mostNoted)
    .execute();
  const template_ids = found.map(row => row.template_id);
  await db.query.transaction().execute(async tx => {
    await tx
      .insertInto('popular_templates')
      .values({ day, template_ids })
      .onConflict(conflict => conflict.column('day').doNothing())
      .execute();
    await tx.deleteFrom('popular_templates').where('day', '!=', day).execute();
  });
}
