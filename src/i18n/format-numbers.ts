import { languageEntry } from './i18n.ts';

/** Formats a list of numbers: '1, 2, 4' in English, '1、2、4' in Chinese, or '1, 2, 4' if the browser formats no lists. */
export function formatNumbers(numbers: number[]): string {
  const { ListFormat } = Intl as { ListFormat?: typeof Intl.ListFormat };
  const names = numbers.map(String);
  if (!ListFormat) return names.join(', ');
  return new ListFormat(languageEntry().locale, { style: 'narrow', type: 'conjunction' }).format(names);
}
