import { sql } from 'kysely';
import { type Identity, identityHash, lockUser } from '../accounts/user.ts';
import { limits } from '../contract/limits.ts';
import type { Queryable } from '../db/database.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';

export function notEnoughCoins(): ApiError {
  return new ApiError('notEnoughCoins', 'error.not-enough-coins');
}

/** Why a balance changed; the app shows it in the user's language. */
export type Reason =
  | 'gift'
  | 'hold'
  | 'give_back'
  | 'rejected'
  | 'recharge'
  | 'subscription'
  | 'ad_reward'
  | 'operator_gift'
  | 'operator_return'
  | 'refund'
  | 'refund_undone';

/** `reference` identifies the cause, e.g. a job's id. Unique per user and reason. */
interface Move {
  userId: string;
  change: number;
  reason: Reason;
  reference: string;
  time: Date;
}

/** Also writes the ledger row; returns the new balance. Throws 2218020 if it would fall below 0. */
export async function move(tx: Tx, { userId, ...row }: Move): Promise<number> {
  const changed = await tx
    .updateTable('users')
    .set({ coins: sql<number>`coins + ${row.change}` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`coins + ${row.change} >= 0`)
    .returning('coins')
    .executeTakeFirst();
  if (!changed) throw notEnoughCoins();

  await tx
    .insertInto('coin_statements')
    .values({ ...row, user_id: userId, remaining: changed.coins })
    .execute();
  return changed.coins;
}

/** An amount in fen with its coins and days. All are negative for a refund. */
interface Taking {
  amount: number;
  coins: number;
  days: number;
}

/** Records a payment or refund. Call it in the transaction that changes the balance. `now` is in milliseconds. */
export async function noteTaking(
  tx: Queryable,
  { order_id, provider }: { order_id: string; provider: string },
  taking: Taking,
  now: number,
): Promise<void> {
  await tx
    .insertInto('takings')
    .values({ ...taking, order_id, provider, time: new Date(now) })
    .execute();
}

/** Only for a person who had no account before. Call it in the transaction that creates the user. */
export async function giveWelcomeCoins(tx: Tx, userId: string, time: Date): Promise<void> {
  const user = await lockUser(tx, userId);
  if (await findGoneUser(tx, user)) return;
  await move(tx, { userId, change: limits.welcomeCoins, reason: 'gift', reference: userId, time });
}

const day = 24 * 60 * 60 * 1000;

/** Keeps a keyed hash, the time, and the number of ads rewarded that day when an account is deleted. */
export async function saveGoneUser(tx: Tx, user: Stored<'users'>, time: Date): Promise<void> {
  const ads_that_day = await countAdsToday(tx, user, time);
  const row = { hash: await identityHash(tx, user), time, ads_that_day };
  await tx
    .insertInto('gone_users')
    .values(row)
    .onConflict(conflict => conflict.column('hash').doUpdateSet(row))
    .execute();
}

/** The last account that the same person deleted; null if there is none. */
async function findGoneUser(tx: Tx, identity: Identity): Promise<Stored<'gone_users'> | null> {
  const found = await tx
    .selectFrom('gone_users')
    .selectAll()
    .where('hash', '=', await identityHash(tx, identity))
    .executeTakeFirst();
  return found ?? null;
}

export async function countAdsToday(
  tx: Tx,
  user: Identity & { user_id: string },
  time: Date,
): Promise<number> {
  const today = new Date(Math.floor(time.getTime() / day) * day);
  const { count } = await tx
    .selectFrom('ad_rewards')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user.user_id)
    .where('time', '>=', today)
    .executeTakeFirstOrThrow();
  const gone = await findGoneUser(tx, user);
  return Number(count) + (gone && gone.time >= today ? gone.ads_that_day : 0);
}
