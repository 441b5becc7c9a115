import { language, speak } from '../../i18n/i18n.ts';
import type { Language } from '../../i18n/languages.ts';
import { toast } from '../../state/overlay.ts';
import { savedLanguage } from './saved-language.ts';

/** Switches the language at once and saves it. */
export async function changeLanguage(next: Language): Promise<void> {
  try {
    await speak(next);
    // After two quick choices the last one wins, whichever file loads first.
    savedLanguage.write(language());
  } catch {
    // The words could not be loaded: the language stays.
    toast('error.network');
  }
}
