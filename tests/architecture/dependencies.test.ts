import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { filesBelow, readSource, rootFiles } from './source-files.ts';

const { dependencies, devDependencies, scripts } = packageJson;
const names = Object.keys({ ...dependencies, ...devDependencies });

const folders = ['src', 'server', 'sw', 'scripts', 'tests', 'vite-plugins'];
const code = [...folders.flatMap(filesBelow), ...rootFiles()].filter(file => /\.[cm]?[jt]sx?$/.test(file));
const texts = code.filter(file => file !== 'tests/architecture/dependencies.test.ts').map(readSource);

interface Manifest {
  bin?: string | Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The package's own manifest. */
const manifestOf = (name: string) => JSON.parse(readSource(`node_modules/${name}/package.json`)) as Manifest;

/** Whether a module of the package is named in the code. */
function isNamed(name: string): boolean {
  const module = new RegExp(`['"]${name}(/[^'"]*)?['"]`);
  return texts.some(text => module.test(text));
}

/** Whether a script of package.json runs the package's command. */
function isRun(name: string): boolean {
  const { bin = {} } = manifestOf(name);
  const commands = typeof bin === 'string' ? [name] : Object.keys(bin);
  return Object.values(scripts).some(script => script.split(/\s+/).some(word => commands.includes(word)));
}

/** The package that a package of types describes, `@types/` being its scope. */
const describedBy = (name: string) => name.match(/^@types\/(.+)$/)?.[1];

test('every package is imported, run, needed by one that is, or describes the types of one that is', () => {
  const used = new Set(names.filter(name => isNamed(name) || isRun(name)));
  const needed = new Set([...used].flatMap(name => Object.keys(manifestOf(name).peerDependencies ?? {})));
  const described = (name: string) => name === '@types/node' || used.has(describedBy(name) ?? '');
  expect(names.filter(name => !used.has(name) && !needed.has(name) && !described(name))).toEqual([]);
});
