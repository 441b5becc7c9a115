import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../server/support/test-database.ts';
import { isLong } from '../support/is-long.ts';

const script = fileURLToPath(new URL('../../scripts/attack/attack.ts', import.meta.url));

/** Parts of the names of the attacks that run in the short form, some of each kind; the long form runs all. */
const words = [
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
const options = ['--short', '--p99', '2000', ...(isLong ? [] : ['--only', words.join(',')])];

test('a backend under attack serves others, keeps its memory and gives no coins away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-attacked-'));
  const database = await openTestDatabase(folder);
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...options], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], said, problems] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  await database.drop();
  await rm(folder, { recursive: true });

  expect(problems).toBe('');
  expect(code).toBe(0);
  expect(said.split('\n').length).toBeGreaterThan(8);
}, 300_000);
