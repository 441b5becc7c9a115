import type { Selectable } from 'kysely';
import { BatchedRead } from './batched-read.ts';
import type { Database } from './database.ts';
import type { JobsTable, UsersTable } from './schema.ts';

/** The reads of which there are most: the user, and the job that an app polls with its cover. */
export interface HotReads {
  /** By user_id. */
  users: BatchedRead<Selectable<UsersTable>>;
  /** By train_id. */
  jobs: BatchedRead<Selectable<JobsTable>>;
  /** The key of the first pic, by generate_id. */
  covers: BatchedRead<string>;
}

/** Prepares them. */
export function openHotReads({ query }: Database): HotReads {
  return {
    users: new BatchedRead(async ids => {
      const rows = await query.selectFrom('users').selectAll().where('user_id', 'in', ids).execute();
      return new Map(rows.map(row => [row.user_id, row]));
    }),
    jobs: new BatchedRead(async ids => {
      const rows = await query.selectFrom('jobs').selectAll().where('train_id', 'in', ids).execute();
      return new Map(rows.map(row => [row.train_id, row]));
    }),
    covers: new BatchedRead(async ids => {
      const rows = await query
        .selectFrom('pics')
        .select(['generate_id', 'key'])
        .distinctOn('generate_id')
        .where('generate_id', 'in', ids)
        .orderBy('generate_id')
        .orderBy('position')
        .execute();
      return new Map(rows.map(row => [row.generate_id, row.key]));
    }),
  };
}
