import { updatePhoto, wizard } from '../../state/wizard.ts';

/** Notes that the user keeps a photo that was doubted: it is not asked about again. */
export function dismissDoubt(id: string): void {
  const { doubt } = wizard.photos.find(photo => photo.id === id) ?? {};
  // Of a tilted head nothing follows about who it is.
  updatePhoto(id, { doubt: doubt === 'tilted' ? 'tilt-settled' : 'settled' });
}
