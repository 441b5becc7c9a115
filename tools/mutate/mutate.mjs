/**
 * Puts small faults into a folder's code, one after another, and prints which of them its tests notice:
 * `npm run mutate -- server/money`. --sample (150) is how many are drawn at most, --seed (1) which; --only names one file,
 * --again takes those alone that the last run did not see killed.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { flag, readOptions, text, wholeNumber } from '../../scripts/options.mjs';
import { keyInReport, shuffleMutants, strykerPlugins } from './sample.mjs';
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
const all = await shuffleMutants(files, seed);
const plugin = strykerPlugins[0].name;
// Playwright empties test-results, under a run that may take an hour.
const results = '.mutate';
mkdirSync(results, { recursive: true });
const report = `${results}/${folder.replaceAll('/', '-')}.json`;

/** The mutants of the last run that were in its sample. */
function readReport() {
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  return Object.entries(files).flatMap(([fileName, { mutants }]) =>
    mutants.map(mutant => ({ ...mutant, fileName })).filter(({ status }) => status !== 'CompileError'),
  );
}

const isLeft = ({ status }) => status === 'Survived' || status === 'NoCoverage';

const sample = again ? readReport().filter(isLeft).map(keyInReport) : all.slice(0, most);
process.env.MUTATE_SAMPLE = JSON.stringify(sample);
process.env.MUTATE_TESTS = JSON.stringify(testsOf[folder]);

await new Stryker({
  mutate: files,
  testRunner: plugin,
  vitest: { configFile: 'tools/mutate/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('sample.mjs', import.meta.url))],
  checkers: [plugin],
  coverageAnalysis: 'perTest',
  // What a module does once, as it is loaded, would take a process of its own for each fault.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  // Stryker would rewrite it with TypeScript's old API; nothing here reads one.
  tsconfigFile: 'none',
  tempDirName: results,
  ignorePatterns: ['dist', 'test-results', 'playwright-report', 'data'],
  reporters: ['json', plugin],
  jsonReporter: { fileName: report },
  fileLogLevel: 'off',
  logLevel: 'warn',
  allowConsoleColors: false,
}).runMutationTest();

const drawn = new Set(sample);
const mutants = readReport().filter(mutant => drawn.has(keyInReport(mutant)));
const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
const measured = killed + mutants.filter(isLeft).length;
process.stdout.write(
  `${folder}: ${all.length} mutants, ${measured} measured (seed ${seed}), ${killed} killed ` +
    `(${Math.round((100 * killed) / measured)} %), ${sample.length - measured} left out: static or with errors\n`,
);
