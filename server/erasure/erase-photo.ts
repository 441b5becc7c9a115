import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { tryOnsOfPhoto } from '../accounts/user.ts';
import { type EraseParts, erase, noteErasures } from '../store/erasures.ts';

export async function erasePhoto(
  { store, db, clock }: EraseParts & { clock: () => number },
  userId: string,
  key: string,
): Promise<void> {
  const places = [tryOnsOfPhoto(key), key];
  const until = new Date(clock());
  // Remove the photo from the user's list first, because the list must never contain a missing photo.
  await db.query.transaction().execute(async tx => {
    await tx
      .updateTable('users')
      .set({ photos: sql<string[]>`array_remove(photos, ${key})` })
      .where('user_id', '=', userId)
      .where(sql<boolean>`${key} = ANY(photos)`)
      .execute();
    await noteErasures(tx, places, until);
  });
  await erase({ db, store }, places, until);
}

const photosFolder = 'photos/';
const day = 24 * 60 * 60 * 1000;

interface OldPhotosParts extends EraseParts {
  clock: () => number;
  log: FastifyBaseLogger;
}

/** Deletes photos that were uploaded more than `days` days ago. Returns how many. Pics stay. */
export async function removeOldPhotos(parts: OldPhotosParts, days: number): Promise<number> {
  const { store, clock, log } = parts;
  let removed = 0;
  for await (const { key, time } of store.list(photosFolder)) {
    if (clock() - time <= days * day) continue;
    try {
      await erasePhoto(parts, key.split('/')[1] ?? '', key);
      removed += 1;
    } catch (error) {
      // Go on with other users' photos.
      log.error(error);
    }
  }
  return removed;
}
