import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { someOf } from '../support/some-of.ts';

const root = path.resolve(import.meta.dirname, '../..');

test.each(
  someOf(3, [
    [
      'bench/bench.mjs',
      '--networks slow3g',
      '--networks must be all, or some of slow 3G, slow 4G, not "slow3g".',
    ],
    ['bench/bench.mjs', '--network', "Unknown option '--network'."],
    [
      'bench/bench.mjs',
      'slow',
      'There is no bench "slow"; there are screens, list, upload, coach, try-ons, jobs, sums, pics, faces, opaque, load, lighthouse.',
    ],
    ['size.mjs', '--homes', "Unknown option '--homes'."],
    ['bench/bench.mjs', 'screens slow', "Unexpected argument 'slow'."],
    ['bench/bench.mjs', 'list --count many', '--count must be a whole number from 1, not "many".'],
    ['bench/bench.mjs', 'pics --job 3', "Unknown option '--job'."],
    ['bench/bench.mjs', '--runs 0', '--runs must be a whole number from 1, not "0".'],
    [
      'bench/bench.mjs',
      '--other no-such-folder',
      '--other must be an address or a folder, not "no-such-folder".',
    ],
    ['bench/long-list.mjs', '--count many', '--count must be a whole number from 1, not "many".'],
    ['bench/long-list.mjs', '--counts 5', "Unknown option '--counts'."],
    ['bench/upload.mjs', '--runs 5', "Unknown option '--runs'."],
    ['bench/opaque.mjs', '--sizes 5', "Unknown option '--sizes'."],
    ['draw-icons.mjs', '--all', "Unknown option '--all'."],
    ['draw-highlights.mjs', '--all', "Unknown option '--all'."],
  ]),
)('scripts/%s refuses “%s” with an explanation and exit code 2', (script, given, sentence) => {
  const { status, stderr, stdout } = run(script, given.split(' '));
  expect({ status, stderr, stdout }).toEqual({ status: 2, stderr: `${sentence}\n`, stdout: '' });
});

test('an unknown screen is refused with the list of known screens', () => {
  const { status, stderr } = run('bench/bench.mjs', ['--screens', '/,/make-pics']);
  expect(stderr).toMatch(/^--screens must be all, or some of \/, \/make-pic, .*, not "\/make-pics"\.\n$/);
  expect(status).toBe(2);
});

function run(script: string, options: string[]) {
  return spawnSync(process.execPath, [path.join(root, 'scripts', script), ...options], {
    cwd: root,
    encoding: 'utf8',
  });
}
