import type { TextKey } from './i18n.ts';

/** Words to show: a key of the language files with its values, or a text that the server or the phone wrote. */
export type Message = TextKey | { key: TextKey; values: readonly (string | number)[] } | { text: string };
