import { wizard } from '../../state/wizard.ts';

/** 'front': only the front photo. 'advised': blocked or doubtful photos. 'uploaded': also photos not uploaded. */
export type Concern = 'front' | 'advised' | 'uploaded';

/** Index of the first photo that needs a decision; −1 if no photo does. */
export function placeToResolve(concern: Concern): number {
  const photos = concern === 'front' ? wizard.photos.slice(0, 1) : wizard.photos;
  return photos.findIndex(
    ({ status, doubt }, place) =>
      /^(advised|ref|wai)/.test(status) ||
      (concern === 'uploaded' && status !== 'ready') ||
      (status === 'ready' && place > 0 && doubt === 'other'),
  );
}
