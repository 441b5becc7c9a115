import type { Selectable } from 'kysely';
import { BatchedRead } from './batched-read.ts';
import type { Database } from './database.ts';
import type { JobsTable, UsersTable } from './schema.ts';

/** The reads of which there are most: the person, and the job that an app polls. */
export interface HotReads {
  /** By user_id. */
  users: BatchedRead<Selectable<UsersTable>>;
  /** By train_id. */
  jobs: BatchedRead<Selectable<JobsTable>>;
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
  };
}
