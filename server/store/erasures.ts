import { sql } from 'kysely';
import type { Database, Queryable } from '../db/database.ts';
import type { ObjectStore } from './object-store.ts';

/** Something of a user that must go from the store: the objects below a prefix (which ends with `/`), or the one of a key. */
export type Place = string;

/** The store, and the database in which is noted what must go from it. */
export interface EraseParts {
  db: Database;
  store: ObjectStore;
}

/** No object is younger. */
export const forEver = new Date('9999-12-31T00:00:00Z');

/**
 * Notes, in the transaction that removes the rows, what must go from the store: all that is there `until` then. From the
 * end of the transaction on it is certain to go, whatever fails.
 */
export async function noteErasures(tx: Queryable, places: Place[], until: Date): Promise<void> {
  if (places.length === 0) return;
  await tx
    .insertInto('erasures')
    .values(places.map(prefix => ({ prefix, until })))
    .onConflict(conflict =>
      conflict.column('prefix').doUpdateSet({ until: sql`greatest(erasures.until, excluded.until)` }),
    )
    .execute();
}

/** Removes what was noted; throws when something cannot be removed now, after all others were. */
export async function erase({ db, store }: EraseParts, places: Place[], until: Date): Promise<void> {
  const errors: unknown[] = [];
  for (const place of places) {
    try {
      await (place.endsWith('/') ? store.deletePrefix(place) : store.delete(place));
      await removeNote(db, place, until);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Removes what is still noted; what was put there since then stays. `onError` is told of what cannot be removed yet. */
export async function finishErasures(
  { db, store }: EraseParts,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const { prefix: place, until } of await db.query.selectFrom('erasures').selectAll().execute()) {
    try {
      if (place.endsWith('/')) await store.deletePrefix(place, until.getTime());
      else await deleteUntil(store, place, until);
      await removeNote(db, place, until);
    } catch (error) {
      onError(error);
    }
  }
}

async function deleteUntil(store: ObjectStore, key: string, until: Date): Promise<void> {
  for await (const found of store.list(key.slice(0, key.lastIndexOf('/') + 1))) {
    if (found.key === key && found.time <= until.getTime()) await store.delete(key);
  }
}

/** It may have been noted anew meanwhile, for what has come since. */
async function removeNote(db: Database, place: Place, until: Date): Promise<void> {
  await db.query.deleteFrom('erasures').where('prefix', '=', place).where('until', '<=', until).execute();
}
