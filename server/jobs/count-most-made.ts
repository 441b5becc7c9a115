import { sql } from 'kysely';
import type { DbAndClock } from '../db/database.ts';
import { jobStatus } from './status.ts';

const days = 30;
/** A template is popular only if at least this many users made pics in it. */
const leastUsers = 5;
/** More templates than the app shows, because some of them may not be offered any more. */
const mostNoted = 50;

/** Saves the templates whose finished jobs had the most different users. Runs in one process a day (UTC). */
export async function countMostMade({ db, clock }: DbAndClock): Promise<void> {
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
