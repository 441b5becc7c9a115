import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import type { WatchedAd } from './read-callback.ts';

/** Milliseconds for which a claim waits: the phone is often faster than AdMob. */
const patience = 3_000;
const pollDelay = 200;

/** Callbacks older than this are not taken, and rows twice as old are not kept (milliseconds). */
const longestLife = 24 * 60 * 60 * 1000;

/** Writes down an ad that AdMob reported; the same one counts once, and an old one or one that is not ours never. */
export async function noteAd(db: Database, ad: WatchedAd, now: number): Promise<void> {
  const isOurs = /^[\w-]{10}$/.test(ad.customData);
  if (!isOurs || Math.abs(now - ad.time) > longestLife) return;
  await db.query
    .insertInto('verified_ads')
    .values({
      transaction_id: ad.transactionId,
      claim_id: ad.customData,
      user_id: ad.userId,
      time: new Date(now),
    })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** Waits a moment for AdMob's report of the ad of a claim. */
export async function awaitAd(db: Database, claimId: string): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const found = await db.query
      .selectFrom('verified_ads')
      .select('transaction_id')
      .where('claim_id', '=', claimId)
      .executeTakeFirst();
    if (found) return;
    await pause(pollDelay);
  }
}

/** Uses up the ad of a claim; refuses with 1004 when AdMob reported none, or it belongs to another user. */
export async function claimAd(tx: Transaction<Schema>, claimId: string, userId: string): Promise<void> {
  const claimed = await tx
    .updateTable('verified_ads')
    .set({ claimed: true })
    .where('claim_id', '=', claimId)
    .where('claimed', '=', false)
    .where(where => where.or([where('user_id', 'is', null), where('user_id', '=', userId)]))
    .returning('transaction_id')
    .executeTakeFirst();
  if (claimed) return;
  throw new ApiError('wrongParameter', 'error.ad-not-confirmed');
}

/** Removes ads whose callbacks would no longer be taken. */
export async function removeOldAds({ db, clock }: { db: Database; clock: () => number }): Promise<void> {
  await db.query
    .deleteFrom('verified_ads')
    .where('time', '<', new Date(clock() - 2 * longestLife))
    .execute();
}
