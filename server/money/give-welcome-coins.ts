import { lockUser } from '../accounts/user.ts';
import { limits } from '../contract/limits.ts';
import type { Tx } from '../db/schema.ts';
import { findGoneUser } from './gone-users.ts';
import { move } from './ledger.ts';

/** Credits a new user's coins, in the transaction that creates the user; not to users who had an account before. */
export async function giveWelcomeCoins(tx: Tx, userId: string, time: Date): Promise<void> {
  const user = await lockUser(tx, userId);
  if (await findGoneUser(tx, user)) return;
  await move(tx, { userId, change: limits.welcomeCoins, reason: 'gift', reference: userId, time });
}
