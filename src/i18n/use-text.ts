import { useSyncExternalStore } from 'react';
import { language, onWords, say, text, wordsVersion } from './i18n.ts';

/** The words of the current language; the component renders again when they change. */
export function useText() {
  useSyncExternalStore(onWords, wordsVersion, wordsVersion);
  return { text, say, language: language() };
}
