import { listNames } from './format.ts';

/** '1, 2, 4', '1、2、4'. */
export function formatNumbers(numbers: number[]): string {
  return listNames(numbers.map(String), { style: 'narrow', type: 'conjunction' });
}
