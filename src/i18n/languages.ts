import type extras from './en.extras.json';
import first from './en.json' with { type: 'json' };
import type privacy from './en.privacy.json';
import type screens from './en.screens.json';
import type term from './en.term.json';
import type { Translation } from './text-key.ts';

/** One supported language. If one of its files is missing, the code does not compile. */
export interface LanguageEntry {
  /** Language code in the app, in the API's `user-language` and in file names, such as the manifest's. */
  code: string;
  /** The language's own name for itself. */
  name: string;
  /** Value of the page's `lang` attribute. */
  lang: string;
  /** Locale for formatting dates with `Intl`. */
  locale: string;
  /** `Intl` date style for dates shown together with a time. */
  dateStyle: 'short' | 'medium';
  /** If set, phones with this language start the app in the given other language. */
  startsIn?: string;
  /** If true, the law where this language is spoken wants a box, not ticked, before a sign-in. */
  ticksTerms: boolean;
  /** Texts of Home and the app frame, which are part of the first download. They contain no `{values}`. */
  loadFirst: () => Promise<{ default: Translation<typeof first> }>;
  /** Texts of all other screens, with `{values}` and i18next's plural suffixes (`_one`, `_other`). */
  loadScreens: () => Promise<{ default: Translation<typeof screens> }>;
  /** Types of the files that load by name, which keeps their addresses out of Home's code. */
  files: {
    /** Texts of components that load later than their screen. A separate file keeps the first screens small. */
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
    ticksTerms: false,
    // Bundled with the app, so that some texts are always available.
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
    // Requested by the product's owner. A choice in Settings overrides it.
    startsIn: 'en',
    ticksTerms: true,
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

/** The type of a language file that loads by name. */
export type LanguageFile<Name extends keyof LanguageEntry['files']> =
  (typeof languages)[number]['files'][Name];
