import { wizard } from '../../state/wizard.ts';

/**
 * What the user has to resolve first: a coach's warning, or a photo that seems to show someone else, for the front
 * photo or for all. Before the photos are used, also one that is not uploaded.
 */
export type Concern = 'front' | 'held' | 'uploaded';

/** The place of the first photo about which there is something to resolve; −1 when there is none. */
export function placeToResolve(concern: Concern): number {
  const photos = concern === 'front' ? wizard.photos.slice(0, 1) : wizard.photos;
  return photos.findIndex(
    ({ status, doubt }, place) =>
      /^(held|ref|wai)/.test(status) ||
      (concern === 'uploaded' && status !== 'ready') ||
      (status === 'ready' && place > 0 && doubt === 'other'),
  );
}
