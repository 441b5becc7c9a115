import type { Selectable } from 'kysely';
import { BatchedRead } from './batched-read.ts';
import type { Database } from './database.ts';
import type { PicsTable } from './pics-table.ts';
import type { JobsTable, UsersTable } from './schema.ts';

type StoredPic = Pick<PicsTable, 'pic_id' | 'key'>;

/** Batched reads of the most frequent queries. */
export interface HotReads {
  /** By user_id. */
  users: BatchedRead<Selectable<UsersTable>>;
  /** By train_id. */
  jobs: BatchedRead<Selectable<JobsTable>>;
  /** In their order, by generate_id; absent if the job has no pics. */
  pics: BatchedRead<StoredPic[]>;
}

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
    pics: new BatchedRead(async ids => {
      const rows = await query
        .selectFrom('pics')
        .select(['generate_id', 'pic_id', 'key'])
        .where('generate_id', 'in', ids)
        .orderBy('position')
        .execute();
      const found = new Map<string, StoredPic[]>();
      for (const { generate_id, ...pic } of rows) {
        const pics = found.get(generate_id) ?? [];
        pics.push(pic);
        found.set(generate_id, pics);
      }
      return found;
    }),
  };
}
