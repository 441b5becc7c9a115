import type * as enPrivacy from '../screens/privacy/privacy.en.ts';
import type * as zhPrivacy from '../screens/privacy/privacy.zh.ts';
import type * as enTerm from '../screens/term/term.en.ts';
import type * as zhTerm from '../screens/term/term.zh.ts';
import type { words as extras } from './en.extras.ts';
import type { words as screens } from './en.screens.ts';
import { words } from './en.ts';
import type { LegalDocument } from './legal-document.ts';
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

/** The files of a language that are found by its code. */
interface LaterFiles {
  /** What the parts say that come after their screen. */
  extras: { words: Translation<typeof extras> };
  privacy: { document: LegalDocument };
  term: { document: LegalDocument };
}

type OfEveryLanguage<Files extends Record<Language, LaterFiles>> = Files;

/** The files of each language that are found by its code; without one of them it does not compile. */
export type FilesOf = OfEveryLanguage<{
  en: {
    extras: typeof import('./en.extras.ts');
    privacy: typeof enPrivacy;
    term: typeof enTerm;
  };
  zh: {
    extras: typeof import('./zh.extras.ts');
    privacy: typeof zhPrivacy;
    term: typeof zhTerm;
  };
}>;
