import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';

/** What a mutant is, in words that stay when lines are added above it; its line and column count from 1. */
export function describeMutant(
  { fileName, location: { start, end }, mutatorName, replacement, status },
  root,
) {
  const file = fileName.replace(/^.*\/(?=(?:server|src)\/)/, '');
  const text = readFileSync(join(root, file), 'utf8').split('\n')[start.line - 1].trim();
  const columns = `${start.column}-${end.column}`;
  return { file, line: start.line, columns, text, mutator: mutatorName, replacement, status };
}

/** By which a mutant is found again. */
export const keyOf = ({ file, columns, text, mutator, replacement }) =>
  [file, columns, text, mutator, replacement].join(' ');

/** Whether a mutant was measured: neither left out of the sample nor static. */
export const isMeasured = ({ status }) => status !== 'CompileError' && status !== 'Ignored';

/** Has Stryker leave out what is not in the sample: some keys, or the first in an order that the seed decides. */
function createChecker() {
  const { root, seed, most, keys } = JSON.parse(process.env.MUTATE_SAMPLE ?? '{}');
  const placeOf = key => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  const from1 = ({ line, column }) => ({ line: line + 1, column: column + 1 });
  const keyOfAsked = ({ location: { start, end }, ...mutant }) =>
    keyOf(describeMutant({ ...mutant, location: { start: from1(start), end: from1(end) } }, root));
  const passed = { status: 'passed' };
  const left = { status: 'compileError', reason: 'not in the sample' };
  return {
    init: async () => {},
    // It is asked about all at once that can be measured.
    check: async mutants => {
      const asked = mutants.map(mutant => ({ id: mutant.id, key: keyOfAsked(mutant) }));
      const drawn = keys
        ? asked.filter(({ key }) => keys.includes(key))
        : asked.sort((one, other) => placeOf(one.key).localeCompare(placeOf(other.key))).slice(0, most);
      const sample = new Set(drawn.map(({ id }) => id));
      return Object.fromEntries(mutants.map(({ id }) => [id, sample.has(id) ? passed : left]));
    },
    group: async mutants => [mutants.map(({ id }) => id)],
  };
}
createChecker.inject = [];

/** Prints what has become of each mutant of the sample, so that a run that is stopped has told something. */
function createReporter() {
  let place = 0;
  return {
    onMutantTested(result) {
      if (!isMeasured(result)) return;
      const { status, file, line, columns, text, replacement } = describeMutant(result, '.');
      const what = status === 'Killed' ? '' : `:${columns}  ${text}\n  → ${replacement}`;
      process.stdout.write(`${++place} ${status} ${file}:${line}${what}\n`);
    },
  };
}
createReporter.inject = [];

/** Stryker's runner passes over a file whose hooks fail, as where a backend does not even open: here they fail a test. */
function createRunner(injector) {
  const [{ factory }] = vitestPlugins.filter(({ kind }) => kind === PluginKind.TestRunner);
  const runner = factory(injector);
  const run = runner.run.bind(runner);
  runner.run = async given => {
    const result = await run(given);
    const failed = runner.ctx.state.getFiles().filter(file => file.result?.state === 'fail');
    const failures = failed.map(({ name, result }) => ({
      id: name,
      name,
      status: TestStatus.Failed,
      failureMessage: result.errors?.[0]?.message ?? 'A hook or a test failed.',
      timeSpentMs: 0,
    }));
    return result.status === DryRunStatus.Complete
      ? { ...result, tests: [...result.tests, ...failures] }
      : result;
  };
  return runner;
}
createRunner.inject = ['$injector'];

/** By these names Stryker finds plugins in a file. */
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, 'sample', createChecker),
  declareFactoryPlugin(PluginKind.Reporter, 'sample', createReporter),
  declareFactoryPlugin(PluginKind.TestRunner, 'sample', createRunner),
];
