import { useSyncExternalStore } from 'react';
import { language, onWords, say, text, wordsVersion } from './i18n.ts';

/** Functions for texts in the current language. Renders the component again when the texts change. */
export function useText() {
  useSyncExternalStore(onWords, wordsVersion, wordsVersion);
  return { text, say, language: language() };
}
