import { sql } from 'kysely';
import { previewsOfPhoto } from '../accounts/user.ts';
import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Removes one photo of a user by its key: from what the user gave last, and from the store, with its previews. */
export async function erasePhoto(
  { store, db }: { store: ObjectStore; db: Database },
  userId: string,
  key: string,
): Promise<void> {
  // The user's list first: it must never name a photo that is gone.
  await db.query
    .updateTable('users')
    .set({ photos: sql<string[]>`array_remove(photos, ${key})` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`${key} = ANY(photos)`)
    .execute();
  await store.delete(key);
  await store.deletePrefix(previewsOfPhoto(key));
}
