import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Sessions } from '../accounts/sessions.ts';
import { lockUser, photosPrefix, picsPrefix, tryOnsOfPhoto, tryOnsPrefix } from '../accounts/user.ts';
import { noteOwnChange } from '../db/note-audit.ts';
import type { Tx } from '../db/schema.ts';
import { countWasted, giveBack } from '../jobs/job-context.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { unfinished } from '../jobs/status.ts';
import { saveGoneUser } from '../money/ledger.ts';
import type { PaymentProvider } from '../money/payment-provider.ts';
import { type EraseParts, erase, forEver, noteErasures } from '../store/erasures.ts';

export interface ErasureParts extends EraseParts {
  clock: () => number;
  log: FastifyBaseLogger;
  queue: JobQueue;
  sessions: Sessions;
  payments: PaymentProvider[];
}

export async function eraseAllPics(parts: ErasureParts, userId: string): Promise<void> {
  const until = new Date(parts.clock());
  await removeRows(parts, userId, until, async tx => {
    const jobs = await tx
      .deleteFrom('jobs')
      .where('user_id', '=', userId)
      .returning(['generate_id', 'user_id', 'held', 'status', 'redo_of', 'attempts'])
      .execute();
    for (const job of jobs) {
      if (!unfinished.includes(job.status)) continue;
      await countWasted(tx, job, until);
      await giveBack(tx, job, until);
    }
    await tx.updateTable('users').set({ photos: [] }).where('user_id', '=', userId).execute();
    return jobs.map(job => job.generate_id);
  });
  await erase(parts, placesOf(userId), until);
}

/** Keeps only the rows that `note` saves, and a keyed hash: who comes back gets no second welcome gift. */
export async function eraseAccount(
  parts: ErasureParts,
  userId: string,
  note: (tx: Tx) => Promise<void>,
): Promise<void> {
  const endPayments: (() => void)[] = [];
  await removeRows(parts, userId, forEver, async tx => {
    await note(tx);
    const time = new Date(parts.clock());
    await saveGoneUser(tx, await lockUser(tx, userId), time);
    const jobs = await tx
      .selectFrom('jobs')
      .select(['generate_id', 'user_id', 'status', 'attempts'])
      .where('user_id', '=', userId)
      .execute();
    for (const job of jobs) if (unfinished.includes(job.status)) await countWasted(tx, job, time);
    for (const provider of parts.payments) endPayments.push(await provider.removeUser(tx, userId));
    // A trigger protects the ledger. This setting lets the current transaction delete this user's rows.
    await sql`SELECT set_config('tyy.deleting_user', ${userId}, true)`.execute(tx);
    await tx.deleteFrom('users').where('user_id', '=', userId).execute();
    return jobs.map(job => job.generate_id);
  });
  parts.sessions.removeUser(userId);
  for (const end of endPayments) end();
  // If this fails, housekeeping deletes the files later. The account is already gone.
  await erase(parts, placesOf(userId), forEver).catch(error => parts.log.error(error));
}

/** Runs `remove`, schedules the erasure of files stored until `until`, and cancels the returned jobs. */
async function removeRows(
  { db, queue }: ErasureParts,
  userId: string,
  until: Date,
  remove: (tx: Tx) => Promise<string[]>,
): Promise<void> {
  const generateIds = await db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    await noteErasures(tx, placesOf(userId), until);
    return remove(tx);
  });
  for (const generateId of generateIds) queue.cancel(generateId);
}

const placesOf = (userId: string) => [photosPrefix(userId), tryOnsPrefix(userId), picsPrefix(userId)];

/** Withdraws the user's consent and deletes the user's photos and try-ons. Finished pics stay. */
export async function withdrawConsent(
  parts: EraseParts & { clock: () => number },
  userId: string,
): Promise<void> {
  const time = new Date(parts.clock());
  const places = [photosPrefix(userId), tryOnsPrefix(userId)];
  await parts.db.query.transaction().execute(async tx => {
    const { consent_version: version } = await lockUser(tx, userId);
    await tx
      .updateTable('users')
      .set({ consent_version: '', photos: [] })
      .where('user_id', '=', userId)
      .execute();
    await noteErasures(tx, places, time);
    await noteOwnChange(tx, userId, {
      time,
      action: 'consent withdraw',
      before: { version },
      after: { version: '' },
    });
  });
  await erase(parts, places, time);
}

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
