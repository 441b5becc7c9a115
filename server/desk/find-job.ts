import type { Queryable } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';
import { DeskRefusal } from './desk-output.ts';

/** Finds a job by generate_id or train_id; throws if there is none. */
export async function findJob(db: Queryable, id: string): Promise<Stored<'jobs'>> {
  const found = await db
    .selectFrom('jobs')
    .selectAll()
    .where(where => where.or([where('generate_id', '=', id), where('train_id', '=', id)]))
    .executeTakeFirst();
  if (!found) throw new DeskRefusal(`There is no job ${id}; "job list" shows them.`);
  return found;
}
