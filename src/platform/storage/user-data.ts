import { personalKeys, seenKeys } from './keys.ts';
import { removeSaved, savedSize } from './saved.ts';

/** Removes all saved data that the next user could see. */
export async function removeSeen(): Promise<void> {
  await Promise.all(seenKeys.map(async key => (await savedSize(key)) > 0 && removeSaved(key)));
}

/** Removes all data of the user except the photos (`photoBlobs`). */
export async function removeUserData(): Promise<void> {
  await Promise.all(personalKeys.map(removeSaved));
}
