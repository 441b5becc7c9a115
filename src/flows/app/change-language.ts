import { language, speak } from '../../i18n/i18n.ts';
import type { Language } from '../../i18n/languages.ts';
import { basePath } from '../../paths.ts';
import { toast } from '../../state/overlay.ts';
import { savedLanguage } from './saved-language.ts';

export async function changeLanguage(next: Language): Promise<void> {
  try {
    await speak(next);
    // An app that is installed from now on has its names in this language.
    document
      .querySelector('[rel=manifest]')
      ?.setAttribute('href', `${basePath}/manifest.${language()}.webmanifest`);
    // Not `next`: after two quick choices the later one wins, even if its file loads first.
    savedLanguage.write(language());
  } catch {
    // If the texts fail to load, the language does not change.
    toast('error.network');
  }
}
