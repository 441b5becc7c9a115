import { languageEntry } from './i18n.ts';

/** Numbers one after another: '1, 2, 4', '1、2、4'. */
export function formatNumbers(numbers: number[]): string {
  const format = new Intl.ListFormat(languageEntry().locale, { style: 'narrow', type: 'conjunction' });
  return format.format(numbers.map(String));
}
