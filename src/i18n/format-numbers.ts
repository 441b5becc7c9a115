import { listNames } from './format.ts';

/** Formats a list of numbers, for example '1, 2, 4' in English and '1、2、4' in Chinese. */
export function formatNumbers(numbers: number[]): string {
  return listNames(numbers.map(String), { style: 'narrow', type: 'conjunction' });
}
