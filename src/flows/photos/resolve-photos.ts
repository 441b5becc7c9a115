import { withExtraWords } from '../../i18n/extra-words.ts';
import { toast } from '../../state/overlay.ts';
import { wizard } from '../../state/wizard.ts';
import { type Concern, placeToResolve } from './place-to-resolve.ts';

/** Loads `askAboutPhotos` only if there is a question. */
export async function resolvePhotos(concern: Concern): Promise<boolean> {
  if (placeToResolve(concern) < 0) return wizard.photos.length > 0;
  try {
    return await (await withExtraWords(import('./ask-about-photos.ts'))).askAboutPhotos(concern);
  } catch {
    toast(navigator.onLine ? 'error.load' : 'offline');
    return false;
  }
}
