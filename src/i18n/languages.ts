import type { words as extras } from './en.extras.ts';
import type { words as screens } from './en.screens.ts';
import { words } from './en.ts';
import type { LegalText } from './legal-document.ts';
import type { Translation } from './text-key.ts';

/** All that a language is: leaving out any of its files does not compile. */
export interface LanguageEntry {
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
  /** The files that are opened by their names, so that Home does not carry their addresses: only their types stand here. */
  files: {
    /** What the parts say that come after their screen. */
    extras: { words: Translation<typeof extras> };
    privacy: { document: LegalText };
    term: { document: LegalText };
  };
}

/** The languages. The first one is the language that is shown where nothing else is known. */
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
    files: {} as {
      extras: typeof import('./en.extras.ts');
      privacy: typeof import('./en.privacy.ts');
      term: typeof import('./en.term.ts');
    },
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
    files: {} as {
      extras: typeof import('./zh.extras.ts');
      privacy: typeof import('./zh.privacy.ts');
      term: typeof import('./zh.term.ts');
    },
  },
] as const satisfies LanguageEntry[];

/** The code of a language of the interface. */
export type Language = (typeof languages)[number]['code'];

/** A file of a language that is opened by its name. */
export type LanguageFile<Name extends keyof LanguageEntry['files']> =
  (typeof languages)[number]['files'][Name];
