import en from './en.json' with { type: 'json' };
import enLabel from './en.label.json' with { type: 'json' };
import enShell from './en.shell.json' with { type: 'json' };
import enTitles from './en.titles.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };
import zhLabel from './zh.label.json' with { type: 'json' };
import zhShell from './zh.shell.json' with { type: 'json' };
import zhTitles from './zh.titles.json' with { type: 'json' };

/** The key of a sentence of the backend. */
export type SentenceKey = keyof typeof en;

interface LanguageEntry {
  /** What `user-language` and `accept-language` begin with. */
  code: string;
  /** Its name in the documentation. */
  englishName: string;
  /** What the `lang` of a page says. */
  lang: string;
  sentences: Record<SentenceKey, string>;
  /** The titles of the templates, by id. */
  titles: Record<string, string>;
  /**
   * What is written on pictures, and its outlines, since a server may have no fonts: an SVG path from `left` to `right` and from
   * `top` to `bottom`, of Noto Sans CJK SC Bold (SIL Open Font License), 500 to the em.
   */
  label: typeof enLabel;
  /** What the shell simulator's native side says. */
  shell: Record<keyof typeof enShell, string>;
}

/** All that a language of the backend is. */
export const languages = [
  {
    code: 'en',
    englishName: 'English',
    lang: 'en',
    sentences: en,
    titles: enTitles,
    label: enLabel,
    shell: enShell,
  },
  {
    code: 'zh',
    englishName: 'Chinese',
    lang: 'zh-CN',
    sentences: zh,
    titles: zhTitles,
    label: zhLabel,
    shell: zhShell,
  },
] as const satisfies LanguageEntry[];

/** The language of callers who ask for none of ours, and of what is written for no caller. */
export const defaultLanguage = languages[0].code;

/** The code of a language in which the backend writes to users. */
export type Language = (typeof languages)[number]['code'];

/** A text in every language. */
export type Translations = Record<Language, string>;

/** Builds something for every language. */
export function inEveryLanguage<Value>(
  build: (entry: (typeof languages)[number]) => Value,
): Record<Language, Value> {
  return Object.fromEntries(languages.map(entry => [entry.code, build(entry)])) as Record<Language, Value>;
}

/** The first language of a `user-language` or `accept-language` header that is one of ours, else the default one. */
export function languageOf(header: string | string[] | undefined): Language {
  for (const language of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [code] = language.trim().split(/[-_;]/);
    const found = languages.find(entry => entry.code === code);
    if (found) return found.code;
  }
  return defaultLanguage;
}
