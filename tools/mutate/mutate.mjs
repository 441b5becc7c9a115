/**
 * Puts small faults into a folder's code, one after another, and prints which of them its tests notice:
 * `npm run mutate -- server/money`. --sample (150) is how many are measured at most, --seed (1) which; --only names one file,
 * --again takes those alone that no test noticed in the last run, or that were out of time, and brings its report up to date.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { flag, readOptions, text, wholeNumber } from '../../scripts/options.mjs';
import { describeMutant, isMeasured, keyOf, strykerPlugins } from './sample.mjs';
import { testsOf } from './tests-of.mjs';

const {
  sample: most,
  seed,
  only,
  again,
  given: folder,
} = readOptions(
  { sample: wholeNumber(150), seed: wholeNumber(1), only: text('a part of a file name'), again: flag },
  text(`one of ${Object.keys(testsOf).join(', ')}`, name => Object.hasOwn(testsOf, name)),
);

const files = readdirSync(folder, { recursive: true })
  .map(name => join(folder, name))
  .filter(name => /(?<!\.d)\.tsx?$/.test(name) && !name.includes('/assembly/') && name.includes(only ?? ''));
const plugin = strykerPlugins[0].name;
// Playwright empties test-results, under a run that may take an hour.
const results = '.mutate';
const reportFile = `${results}/${folder.replaceAll('/', '-')}.json`;
const readJson = name => JSON.parse(readFileSync(name, 'utf8'));

const equal = readJson(new URL('equal.json', import.meta.url));
const isLeft = ({ status }) => status === 'Survived' || status === 'NoCoverage';
const isEqual = mutant =>
  equal.some(one => ['file', 'text', 'mutator', 'replacement'].every(name => one[name] === mutant[name]));
const isOpen = mutant => isLeft(mutant) && !isEqual(mutant);
// On a busy machine a test may be out of time without a fault.
const isForAgain = mutant => (isOpen(mutant) || mutant.status === 'Timeout') && files.includes(mutant.file);

const last = again ? readJson(reportFile) : { seed, seconds: 0, mutants: [] };
const rest = last.mutants.filter(mutant => !isForAgain(mutant));
process.env.MUTATE_SAMPLE = JSON.stringify({
  root: process.cwd(),
  seed,
  most,
  keys: again ? last.mutants.filter(isForAgain).map(keyOf) : null,
});
process.env.MUTATE_TESTS = JSON.stringify(testsOf[folder]);

const start = performance.now();
const all = await new Stryker({
  mutate: files,
  testRunner: plugin,
  vitest: { configFile: 'tools/mutate/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('sample.mjs', import.meta.url))],
  checkers: [plugin],
  coverageAnalysis: 'perTest',
  // What a module does once, as it is loaded, would take a process of its own for each fault.
  ignoreStatic: true,
  concurrency: 1,
  // After a fault that ran out of time the next one waits for a new process, which loads all modules first.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  // Stryker would rewrite it with TypeScript's old API; nothing here reads one.
  tsconfigFile: 'none',
  tempDirName: results,
  ignorePatterns: ['dist', 'test-results', 'playwright-report', 'data'],
  reporters: [plugin],
  fileLogLevel: 'off',
  logLevel: 'warn',
  allowConsoleColors: false,
}).runMutationTest();

const now = all.filter(isMeasured).map(mutant => describeMutant(mutant, '.'));
const mutants = [...rest, ...now];
const seconds = last.seconds + Math.round((performance.now() - start) / 1000);
// Stryker takes the folder away where nothing else is in it.
mkdirSync(results, { recursive: true });
writeFileSync(reportFile, JSON.stringify({ seed: last.seed, seconds, mutants }, null, 1));

const count = isOne => mutants.filter(isOne).length;
const late = count(({ status }) => status === 'Timeout');
const killed = late + count(({ status }) => status === 'Killed');
const measured = killed + count(isOpen);
process.stdout.write(
  `${folder}: ${all.length} mutants, ${measured} measured (seed ${last.seed}), ${killed} killed ` +
    `(${Math.round((100 * killed) / measured)} %), ${late} of them by time; ` +
    `${count(isLeft) - count(isOpen)} equal; ${Math.round(seconds / 60)} min\n`,
);
