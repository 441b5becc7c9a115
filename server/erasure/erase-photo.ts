import { sql } from 'kysely';
import { tryOnsOfPhoto } from '../accounts/user.ts';
import { type EraseParts, erase, noteErasures } from '../store/erasures.ts';

/** Removes one photo of a user by its key: from what the user gave last, and from the store, with its try-ons. */
export async function erasePhoto(
  { store, db, clock }: EraseParts & { clock: () => number },
  userId: string,
  key: string,
): Promise<void> {
  const places = [tryOnsOfPhoto(key), key];
  const until = new Date(clock());
  // The user's list first: it must never name a photo that is gone.
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
