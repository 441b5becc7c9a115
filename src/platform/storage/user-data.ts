import { personalKeys, seenKeys } from './keys.ts';
import { removeSaved, savedSize } from './saved.ts';

/** Deletes all saved data that the next user of this device could see. */
export async function removeSeen(): Promise<void> {
  await Promise.all(seenKeys.map(async key => (await savedSize(key)) > 0 && removeSaved(key)));
}

/** Deletes all of the user's data except the photos (`photoBlobs`). */
export async function removeUserData(): Promise<void> {
  await Promise.all(personalKeys.map(removeSaved));
}
