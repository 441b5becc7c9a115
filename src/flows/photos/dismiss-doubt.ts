import { updatePhoto, wizard } from '../../state/wizard.ts';

/** Records that the user keeps a doubtful photo, so that the app does not ask again. */
export function dismissDoubt(id: string): void {
  const { doubt } = wizard.photos.find(photo => photo.id === id) ?? {};
  // A tilted head says nothing about identity, so the two doubts are dismissed separately.
  updatePhoto(id, { doubt: doubt === 'tilted' ? 'tilt-dismissed' : 'dismissed' });
}
