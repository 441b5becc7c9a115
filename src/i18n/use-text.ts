import { useSyncExternalStore } from 'react';
import { language, onLanguage, say, text } from './i18n.ts';

/** The words of the current language; the component is drawn again when the language changes. */
export function useText() {
  const current = useSyncExternalStore(onLanguage, language, language);
  return { text, say, language: current };
}
