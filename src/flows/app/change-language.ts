import { language, speak } from '../../i18n/i18n.ts';
import type { Language } from '../../i18n/languages.ts';
import { toast } from '../../state/overlay.ts';
import { savedLanguage } from './saved-language.ts';

/** Shows everything in another language at once, and from now on. */
export async function changeLanguage(next: Language): Promise<void> {
  try {
    await speak(next);
    // After two quick choices the last one wins, whichever file arrives first.
    savedLanguage.write(language());
  } catch {
    // The words could not be downloaded: the language stays as it is.
    toast('error.network');
  }
}
