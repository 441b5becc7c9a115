import en from './en.json' with { type: 'json' };
import enLabel from './en.label.json' with { type: 'json' };
import enShell from './en.shell.json' with { type: 'json' };
import enTitles from './en.titles.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };
import zhLabel from './zh.label.json' with { type: 'json' };
import zhShell from './zh.shell.json' with { type: 'json' };
import zhTitles from './zh.titles.json' with { type: 'json' };

export type SentenceKey = keyof typeof en;

interface LanguageEntry {
  /** Prefixes of the language's names in `user-language` and `accept-language`. */
  code: string;
  englishName: string;
  lang: string;
  sentences: Record<SentenceKey, string>;
  titles: Record<string, string>;
  /** Outlines from Noto Sans CJK SC Bold (SIL Open Font License), 500 units per em, as an SVG path. */
  label: typeof enLabel;
  shell: Record<keyof typeof enShell, string>;
  /** Words for which the product has another one. */
  avoids: RegExp;
}

export const languages = [
  {
    code: 'en',
    englishName: 'English',
    lang: 'en',
    sentences: en,
    titles: enTitles,
    label: enLabel,
    shell: enShell,
    avoids:
      /\b(jobs?|credits?|frozen|erased?|erasure|log (in|out)|logged (in|out)|recharge|take back|took back|taken back my)\b/i,
  },
  {
    code: 'zh',
    englishName: 'Chinese',
    lang: 'zh-CN',
    sentences: zh,
    titles: zhTitles,
    label: zhLabel,
    shell: zhShell,
    avoids: /账户(?!余额)|冻结|退回|积分|您|作品|引导自拍|审核未通过|VIP|手机没能|新品/,
  },
] as const satisfies LanguageEntry[];

/** Used for unsupported languages, and for texts that no caller requested. */
export const defaultLanguage = languages[0].code;

export type Language = (typeof languages)[number]['code'];

export type Translations = Record<Language, string>;

export function inEveryLanguage<Value>(
  build: (entry: (typeof languages)[number]) => Value,
): Record<Language, Value> {
  return Object.fromEntries(languages.map(entry => [entry.code, build(entry)])) as Record<Language, Value>;
}

/** The first supported language in a `user-language` or `accept-language` header, else the default language. */
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

/** Values for a sentence's placeholders, which are names in braces. */
export type SentenceValues = Record<string, string | number>;

export function sentenceIn(language: Language, key: SentenceKey, values: SentenceValues = {}): string {
  const { sentences } = languages.find(({ code }) => code === language) ?? languages[0];
  return sentences[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

export function translate(key: SentenceKey, values?: SentenceValues): Translations {
  return inEveryLanguage(({ code }) => sentenceIn(code, key, values));
}
