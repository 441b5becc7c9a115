import { useSyncExternalStore } from 'react';
import { language, onWords, say, text, wordsVersion } from './i18n.ts';

/** Returns functions for texts in the current language, and re-renders the component when the texts change. */
export function useText() {
  useSyncExternalStore(onWords, wordsVersion, wordsVersion);
  return { text, say, language: language() };
}
