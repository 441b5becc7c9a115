import { personalKeys, seenKeys } from './keys.ts';
import { removeSaved, savedSize } from './saved.ts';

/** Removes what the next user would see of the last one. */
export async function removeSeen(): Promise<void> {
  await Promise.all(seenKeys.map(async key => (await savedSize(key)) > 0 && removeSaved(key)));
}

/** Removes all of the user's data except the photos (`photoBlobs`). */
export async function removeUserData(): Promise<void> {
  await Promise.all(personalKeys.map(removeSaved));
}
