import { call } from './client.ts';

/** Deletes every photo and every pic of the person, and the jobs they belong to; the coins stay. */
export async function deleteAllPics(): Promise<void> {
  await call('/v1/deleteAllPics', { method: 'POST' });
}

/** Deletes the person: photos, pics, coins, subscription, ledger. */
export async function deleteAccount(): Promise<void> {
  await call('/v1/deleteAccount', { method: 'POST' });
}
