import { durable, keys, local, tab } from './storage.ts';
import type { Stored } from './stored.ts';

/** What screens show of the signed-in user until, or instead of, what the server says. */
const seen: (keyof Stored)[] = [keys.user, keys.jobs, keys.pics, keys.statements, keys.packs, keys.plans];

/** What belongs to the signed-in user, and goes when they log out. */
const personal: (keyof Stored)[] = [
  keys.token,
  keys.wizard,
  keys.order,
  keys.job,
  keys.adJobs,
  keys.favourites,
  keys.pick,
  keys.progress,
  ...seen,
];

/** Removes what would be shown to the user who signs in next. */
export async function removeSeen(): Promise<void> {
  await Promise.all(seen.map(async key => (await durable.size(key)) > 0 && durable.remove(key)));
}

/** Removes everything that belongs to the user who is signed in, but the photos (`photoBlobs`). */
export async function removeUserData(): Promise<void> {
  for (const key of personal) {
    local.remove(key);
    tab.remove(key);
  }
  await Promise.all(personal.map(key => durable.remove(key)));
}
