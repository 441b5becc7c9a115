import { expect, inject, test } from 'vitest';
import { runAttacks } from '../../scripts/attack/run-attacks.ts';
import { isLong } from '../support/is-long.ts';

/** Parts of the names of the attacks that run in the short form, some of each kind; the long form runs all. */
const some = [
  'interlaced',
  'made-up',
  'of calls',
  'at once',
  'nobody',
  'pipelined',
  'only begun',
  'odd',
  'for nothing',
  'spelled',
  'another site',
  'without end',
];

// A wider bound for response times than the script's own: other tests run at the same time.
const options = { short: true, p99: 2_000, memory: 1_200, only: isLong ? null : some };

test('a backend under attack serves others, keeps its memory and gives no coins away', async () => {
  const { table, problems } = await runAttacks(inject('scripts').main, options);
  expect(problems).toEqual([]);
  expect(table.length).toBeGreaterThan(8);
}, 300_000);
