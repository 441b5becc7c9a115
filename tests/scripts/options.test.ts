import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test.each([
  [
    'bench/bench.mjs',
    '--networks slow3g',
    '--networks must be all, or some of slow 3G, slow 4G, not "slow3g".',
  ],
  ['size.mjs', '--homes', "Unknown option '--homes'."],
  ['bench/bench.mjs', 'screens slow', "Unexpected argument 'slow'."],
  ['bench/bench.mjs', 'list --count many', '--count must be a whole number from 1, not "many".'],
])('scripts/%s refuses “%s” with an explanation and exit code 2', (script, given, sentence) => {
  const file = path.join(root, 'scripts', script);
  const { status, stderr, stdout } = spawnSync(process.execPath, [file, ...given.split(' ')], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr, stdout }).toEqual({ status: 2, stderr: `${sentence}\n`, stdout: '' });
});
