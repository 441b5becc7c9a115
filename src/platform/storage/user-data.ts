import { personalKeys, seenKeys } from './keys.ts';
import { removeSaved, savedSize } from './saved.ts';

/** Removes what would be shown to the user who signs in next. */
export async function removeSeen(): Promise<void> {
  await Promise.all(seenKeys.map(async key => (await savedSize(key)) > 0 && removeSaved(key)));
}

/** Removes everything that belongs to the user who is signed in, but the photos (`photoBlobs`). */
export async function removeUserData(): Promise<void> {
  await Promise.all(personalKeys.map(removeSaved));
}
