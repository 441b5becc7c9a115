import { sql } from 'kysely';
import type { DbAndClock } from '../db/database.ts';
import { jobStatus } from './status.ts';

const days = 30;
/** A template counts as popular only if at least this many users made pics with it. */
const leastUsers = 5;
/** More than the app shows, because some templates may be withdrawn later. */
const mostNoted = 50;

/** Saves the templates with the most different users among finished jobs. Runs once a day (UTC), in one process. */
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
