import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';

/** What a mutant is, in words that are the same in each run; its file without what lies before the project. */
function keyOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const file = fileName.replace(/^.*\/(?=(?:server|src)\/)/, '');
  return [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(' ');
}

const silent = new Proxy({}, { get: () => () => false });

/** The keys of all mutants of some files, in an order that the seed decides. */
export async function shuffleMutants(files, seed) {
  const sources = files.map(name => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { plugins: null, ignorers: [], excludedMutations: [] };
  const { mutants } = await new Instrumenter(silent).instrument(sources, options);
  const placeOf = key => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  const places = mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(mutant => ({ key: keyOf(mutant), place: placeOf(keyOf(mutant)) }));
  return places.sort((one, other) => one.place.localeCompare(other.place)).map(({ key }) => key);
}

/** The key of a mutant of a report, which counts lines and columns from 1. */
export function keyInReport({ location: { start, end }, ...mutant }) {
  const from0 = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return keyOf({ ...mutant, location: { start: from0(start), end: from0(end) } });
}

/** Has Stryker leave out what is not in the sample. */
function createChecker() {
  const sample = new Set(JSON.parse(process.env.MUTATE_SAMPLE ?? '[]'));
  const passed = { status: 'passed' };
  const left = { status: 'compileError', reason: 'not in the sample' };
  return {
    init: async () => {},
    check: async mutants =>
      Object.fromEntries(mutants.map(mutant => [mutant.id, sample.has(keyOf(mutant)) ? passed : left])),
    group: async mutants => [mutants.map(({ id }) => id)],
  };
}
createChecker.inject = [];

/** Prints what has become of each mutant of the sample, so that a run that is stopped has told something. */
function createReporter() {
  const sample = new Set(JSON.parse(process.env.MUTATE_SAMPLE ?? '[]'));
  let place = 0;
  return {
    onMutantTested(mutant) {
      if (!sample.has(keyInReport(mutant))) return;
      const { status, fileName, location, replacement } = mutant;
      const { line, column } = location.start;
      const text = readFileSync(fileName, 'utf8').split('\n')[line - 1].trim();
      const where = ['Killed', 'Ignored'].includes(status) ? '' : `:${column}  ${text}\n  → ${replacement}`;
      process.stdout.write(`${++place} ${status} ${fileName}:${line}${where}\n`);
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
