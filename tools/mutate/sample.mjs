import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { Instrumenter } from '@stryker-mutator/instrumenter';

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

/** Whether a mutant of a report, which counts lines and columns from 1, is among these keys. */
export function isInSample({ location: { start, end }, ...mutant }, sample) {
  const from0 = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return sample.has(keyOf({ ...mutant, location: { start: from0(start), end: from0(end) } }));
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
      if (!isInSample(mutant, sample)) return;
      const { status, fileName, location, replacement } = mutant;
      const { line, column } = location.start;
      const text = readFileSync(fileName, 'utf8').split('\n')[line - 1].trim();
      const where = ['Killed', 'Ignored'].includes(status) ? '' : `:${column}  ${text}\n  → ${replacement}`;
      process.stdout.write(`${++place} ${status} ${fileName}:${line}${where}\n`);
    },
  };
}
createReporter.inject = [];

/** By these names Stryker finds plugins in a file. */
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, 'sample', createChecker),
  declareFactoryPlugin(PluginKind.Reporter, 'sample', createReporter),
];
