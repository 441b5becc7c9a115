import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bounds } from '../../../../server/http/limits/limiters.ts';

const page = readFileSync('docs/limits.md', 'utf8').toLowerCase();

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The forms in which the document may write a number: `8000000` as "8 MB", `6` as "six". */
function formsOf(number: number): string[] {
  const bytes = number % 2 ** 20 === 0 ? number / 2 ** 20 : number / 1e6;
  return [words[number] ?? number.toLocaleString('en'), `${number}`, `${bytes} mb`, `${number / 1000} s`];
}

test.each(Object.entries(bounds))('docs/limits.md states the numbers of the limit %s', (_name, bound) => {
  const { running, ofOne, inAll } = bound as { running?: number; ofOne?: number; inAll?: number };
  for (const number of [running, ofOne, inAll].filter(one => one !== undefined)) {
    const forms = formsOf(number).map(form => form.replace('.', '\\.'));
    expect(page).toMatch(new RegExp(`(?<![\\w,.])(${forms.join('|')})(?![\\w,]*\\d)`));
  }
});
