import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../store/object-store.ts';

const photosFolder = 'photos/';
const day = 24 * 60 * 60 * 1000;

/** Removes the photos that were uploaded more than `days` ago, and returns how many; pics stay. */
export async function removeOldPhotos(
  { store, db, clock }: { store: ObjectStore; db: Database; clock: () => number },
  days: number,
): Promise<number> {
  let removed = 0;
  for await (const { key, time } of store.list(photosFolder)) {
    if (clock() - time <= days * day) continue;
    // The person's list first: it must never name a photo that is gone.
    const userId = key.split('/')[1] ?? '';
    await db.query
      .updateTable('users')
      .set({ photos: sql<string[]>`array_remove(photos, ${key})` })
      .where('user_id', '=', userId)
      .where(sql<boolean>`${key} = ANY(photos)`)
      .execute();
    await store.delete(key);
    removed += 1;
  }
  return removed;
}
