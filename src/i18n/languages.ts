import type extras from './en.extras.json';
import first from './en.json' with { type: 'json' };
import type privacy from './en.privacy.json';
import type screens from './en.screens.json';
import type term from './en.term.json';
import type { Translation } from './text-key.ts';

/** A missing file does not compile. */
export interface LanguageEntry {
  /** Used by the app, the API's `user-language` and the file names. */
  code: string;
  /** Its name in the language itself. */
  name: string;
  /** Value of the page's `lang`. */
  lang: string;
  /** For Intl's dates. */
  locale: string;
  /** Intl's style of a date next to a time. */
  dateStyle: 'short' | 'medium';
  /** If set, the app starts in this language on phones of the entry's language. */
  startsIn?: string;
  /** Texts of the frame and Home, part of the first download. None has values. */
  loadFirst: () => Promise<{ default: Translation<typeof first> }>;
  /** Texts of all other screens, by i18next's rules for plurals (`_one`, `_other`) and `{values}`. */
  loadScreens: () => Promise<{ default: Translation<typeof screens> }>;
  /** Types of files that are opened by name, so that Home does not contain their addresses. */
  files: {
    /** Texts of parts that load after their screen; separate, to keep the first screens small. */
    extras: Translation<typeof extras>;
    privacy: typeof privacy;
    term: typeof term;
  };
}

/** The first one is the default. */
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
    // Requested by the product's owner; a choice in Settings overrides it.
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

/** A language's file that is opened by name. */
export type LanguageFile<Name extends keyof LanguageEntry['files']> =
  (typeof languages)[number]['files'][Name];
