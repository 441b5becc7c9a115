import { withExtraWords } from '../i18n/extra-words.ts';
import { toast } from '../state/overlay.ts';
import { wizard } from '../state/wizard.ts';
import { type Concern, placeToSettle } from './place-to-settle.ts';

/** `settlePhotos` of the file that is downloaded with it, where there is anything to ask. */
export async function settlePhotos(concern: Concern): Promise<boolean> {
  if (placeToSettle(concern) < 0) return wizard.photos.length > 0;
  try {
    return await (await withExtraWords(import('./settle-photos.ts'))).settlePhotos(concern);
  } catch {
    toast(navigator.onLine ? 'error.load' : 'offline');
    return false;
  }
}
