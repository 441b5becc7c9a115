import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

/** Pages or errors of a day (UTC) by host and screen. `error` is the error's name, or empty for all pages. */
interface PhoneCount {
  host: string;
  screen: string;
  error: string;
}

const kind = 'phones';

/** Adds a report to the counts of its day. These counts are deleted two days later with the other counts of a day. */
export async function addPhoneCounts(db: Queryable, counted: PhoneCount[], time: number): Promise<void> {
  const sums = new Map<string, number>();
  for (const { host, screen, error } of counted) {
    const who = `${host} ${screen} ${error}`;
    sums.set(who, (sums.get(who) ?? 0) + 1);
  }
  const day = new Date(time).toISOString().slice(0, 10);
  await db
    .insertInto('day_counts')
    .values([...sums].sort().map(([who, count]) => ({ who, kind, day, count })))
    .onConflict(conflict =>
      conflict
        .columns(['who', 'kind', 'day'])
        .doUpdateSet({ count: sql<number>`day_counts.count + excluded.count` }),
    )
    .execute();
}

/** Today's and yesterday's errors on phones, the most frequent first, with the number of pages on the same screen. */
export async function failingPhones(
  db: Queryable,
): Promise<(PhoneCount & { count: number; pages: number })[]> {
  const rows = await db
    .selectFrom('day_counts')
    .select(['who', sql<number>`sum(count)::int`.as('count')])
    .where('kind', '=', kind)
    .groupBy('who')
    .execute();
  const counts = new Map(rows.map(({ who, count }) => [who, count]));
  return rows
    .map(({ who, count }) => {
      const [host = '', screen = '', error = ''] = who.split(' ');
      return { host, screen, error, count, pages: counts.get(`${host} ${screen} `) ?? 0 };
    })
    .filter(({ error }) => error !== '')
    .sort((one, other) => other.count - one.count);
}
