import { expect, inject, test } from 'vitest';
import { runAttacks } from '../../scripts/attack/run-attacks.ts';
import { isLong } from '../support/some-of.ts';

/** Without LONG=1, the test runs only attacks whose name contains one of these texts. */
const some = [
  'interlaced',
  'forged',
  'unfinished',
  'simultaneous',
  'without reading',
  'pipelined',
  'not finished',
  'odd',
  'without payment',
  'spellings',
  'another site',
  'endless response',
];

// `p99` (in ms) is higher than the script's default, because other tests run at the same time.
const options = { short: true, p99: 2_000, memory: 1_200, only: isLong ? null : some };

test('a backend under attack still serves other users, limits its memory and gives away no coins', async () => {
  const { table, problems } = await runAttacks(inject('scripts').main, options);
  expect(problems).toEqual([]);
  expect(table.length).toBeGreaterThan(8);
}, 300_000);
