/** A sentence in both languages of the product. */
export interface Text {
  en: string;
  zh: string;
}

/** The languages in which the backend speaks to people. */
export type Language = keyof Text;

/** Chinese for every `zh…` code, else English. */
export function languageOf(code: string | string[] | undefined): Language {
  return String(code ?? '')
    .toLowerCase()
    .startsWith('zh')
    ? 'zh'
    : 'en';
}
