import { expect, inject, test } from 'vitest';
import { runAttacks } from '../../scripts/attack/run-attacks.ts';
import { isLong } from '../support/is-long.ts';

/** The short form runs only attacks whose names contain one of these texts; the long form runs all attacks. */
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

// The bound for response times is wider than the script's own, because other tests run at the same time.
const options = { short: true, p99: 2_000, memory: 1_200, only: isLong ? null : some };

test('a backend under attack still serves other users, keeps its memory bounded and gives no coins away', async () => {
  const { table, problems } = await runAttacks(inject('scripts').main, options);
  expect(problems).toEqual([]);
  expect(table.length).toBeGreaterThan(8);
}, 300_000);
