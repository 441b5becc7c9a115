import type extras from './en.extras.json';
import first from './en.json' with { type: 'json' };
import type privacy from './en.privacy.json';
import type screens from './en.screens.json';
import type term from './en.term.json';
import type { Translation } from './text-key.ts';

/** One supported language. A language without one of these files does not compile. */
export interface LanguageEntry {
  /** The code in the app, in the API's `user-language` and in file names. */
  code: string;
  /** The language's name in the language itself. */
  name: string;
  /** The value of the page's `lang`. */
  lang: string;
  /** The locale for dates from `Intl`. */
  locale: string;
  /** The style in which `Intl` writes a date next to a time. */
  dateStyle: 'short' | 'medium';
  /** If set, the app starts in this other language on phones that use the entry's language. */
  startsIn?: string;
  /** Texts of the frame and Home, which are part of the first download. They contain no values. */
  loadFirst: () => Promise<{ default: Translation<typeof first> }>;
  /** Texts of all other screens, with i18next's plural suffixes (`_one`, `_other`) and `{values}`. */
  loadScreens: () => Promise<{ default: Translation<typeof screens> }>;
  /** Types of the files that are loaded by name, so that Home's code does not contain their addresses. */
  files: {
    /** Texts of components that load after their screen; a separate file keeps the first screens small. */
    extras: Translation<typeof extras>;
    privacy: typeof privacy;
    term: typeof term;
  };
}

/** The first language is the default. */
export const languages = [
  {
    code: 'en',
    name: 'English',
    lang: 'en',
    locale: 'en-GB',
    dateStyle: 'medium',
    // Bundled with the app, so that there are always texts.
    loadFirst: async () => ({ default: first }),
    loadScreens: () => import('./en.screens.json'),
    files: {} as {
      extras: typeof import('./en.extras.json');
      privacy: typeof import('./en.privacy.json');
      term: typeof import('./en.term.json');
    },
  },
  {
    code: 'zh',
    name: '中文',
    lang: 'zh-CN',
    locale: 'zh-CN',
    dateStyle: 'short',
    // The product's owner asked for this; a choice in Settings overrides it.
    startsIn: 'en',
    loadFirst: () => import('./zh.json'),
    loadScreens: () => import('./zh.screens.json'),
    files: {} as {
      extras: typeof import('./zh.extras.json');
      privacy: typeof import('./zh.privacy.json');
      term: typeof import('./zh.term.json');
    },
  },
] as const satisfies LanguageEntry[];

export type Language = (typeof languages)[number]['code'];

/** The type of a language's file that is opened by name. */
export type LanguageFile<Name extends keyof LanguageEntry['files']> =
  (typeof languages)[number]['files'][Name];
