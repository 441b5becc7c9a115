import { wizard } from '../state/wizard.ts';

/**
 * What is to be settled before the user goes on: of the front photo, or of any, that the coach advises against it, or
 * that one seems to show somebody else; before they are used, also that one is not uploaded.
 */
export type Concern = 'front' | 'held' | 'uploaded';

/** The place of the first photo about which there is something to settle; −1 when there is none. */
export function placeToSettle(concern: Concern): number {
  const photos = concern === 'front' ? wizard.photos.slice(0, 1) : wizard.photos;
  return photos.findIndex(
    ({ status, doubt }, place) =>
      status === 'held' ||
      (concern === 'uploaded' && status !== 'ready') ||
      (status === 'ready' && place > 0 && doubt === 'other'),
  );
}
