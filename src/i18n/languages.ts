import type { words as screens } from './en.screens.ts';
import { words } from './en.ts';
import type { Translation } from './text-key.ts';

interface LanguageEntry {
  /** What the app, the API's `user-language` and the names of the files call it. */
  code: string;
  /** Its name in itself. */
  name: string;
  /** What the page's `lang` says. */
  lang: string;
  /** How Intl writes its dates. */
  locale: string;
  /** Intl's style of a date that stands beside a time. */
  dateStyle: 'short' | 'medium';
  /** The language that a phone of this language starts in, when it is another one. */
  startsIn?: string;
  /** What the frame and Home say. */
  loadFirst: () => Promise<{ words: Translation<typeof words> }>;
  /** What all other screens say. */
  loadScreens: () => Promise<{ words: Translation<typeof screens> }>;
}

/** All that a language is. The first one is the language that is shown where nothing else is known. */
export const languages = [
  {
    code: 'en',
    name: 'English',
    lang: 'en',
    locale: 'en-GB',
    dateStyle: 'medium',
    // It comes with the app: without it there would be no words at all.
    loadFirst: async () => ({ words }),
    loadScreens: () => import('./en.screens.ts'),
  },
  {
    code: 'zh',
    name: '中文',
    lang: 'zh-CN',
    locale: 'zh-CN',
    dateStyle: 'short',
    // The product's owner asks for it; a choice in Settings wins over it.
    startsIn: 'en',
    loadFirst: () => import('./zh.ts'),
    loadScreens: () => import('./zh.screens.ts'),
  },
] as const satisfies LanguageEntry[];

/** The code of a language of the interface. */
export type Language = (typeof languages)[number]['code'];
