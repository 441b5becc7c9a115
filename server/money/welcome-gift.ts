import type { Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { move } from './ledger.ts';

/** Coins that a new user starts with. */
const welcomeCoins = 50;

/** Credits the coins that a new user starts with, in the transaction that creates the user. */
export async function giveWelcomeCoins(tx: Transaction<Schema>, userId: string, time: Date): Promise<void> {
  await move(tx, { userId, change: welcomeCoins, reason: 'gift', reference: userId, time });
}
