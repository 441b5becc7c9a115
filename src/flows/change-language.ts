import { type Language, speak } from '../i18n/i18n.ts';
import { keys, local } from '../platform/storage.ts';
import { toast } from '../state/overlay.ts';

/** Shows everything in another language at once, and from now on. */
export async function changeLanguage(language: Language): Promise<void> {
  try {
    await speak(language);
    local.write(keys.language, language);
  } catch {
    // The words could not be downloaded: the language stays as it is.
    toast('error.network');
  }
}
