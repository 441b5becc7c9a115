import { useSyncExternalStore } from 'react';
import { language, onWords, say, text, wordsVersion } from './i18n.ts';

/** Texts of the current language; renders the component again when they change. */
export function useText() {
  useSyncExternalStore(onWords, wordsVersion, wordsVersion);
  return { text, say, language: language() };
}
