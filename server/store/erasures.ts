import { sql } from 'kysely';
import type { Database, Queryable } from '../db/database.ts';
import type { ObjectStore } from './object-store.ts';

/** A key, or a prefix that ends with `/`, whose objects must be erased from the store. */
export type Place = string;

export interface EraseParts {
  db: Database;
  store: ObjectStore;
}

/** Later than any object's time. */
export const forEver = new Date('9999-12-31T00:00:00Z');

/** Call this in the transaction that deletes the rows. Housekeeping then retries the erasures until they succeed. */
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

/** Erases places at once and removes them from the pending list. Tries all places, then throws the first error. */
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

/** Retries pending erasures, but keeps objects stored after `until`. Calls `onError` for each that fails again. */
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

/** Deletes the row of a finished erasure, unless it was changed meanwhile to erase newer objects too. */
async function removeNote(db: Database, place: Place, until: Date): Promise<void> {
  await db.query.deleteFrom('erasures').where('prefix', '=', place).where('until', '<=', until).execute();
}
