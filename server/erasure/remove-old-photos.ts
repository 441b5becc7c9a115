import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { erasePhoto } from './erase-photo.ts';

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
    await erasePhoto({ store, db }, key.split('/')[1] ?? '', key);
    removed += 1;
  }
  return removed;
}
