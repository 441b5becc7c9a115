import { valueImports } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, project, type Tree } from './tree.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  bin?: string | Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const readManifest = (tree: Tree, file: string) => JSON.parse(tree.read(file)) as Manifest;

/** The package that a package of types describes, `@types/` being its scope. */
const describedBy = (name: string) => name.match(/^@types\/(.+)$/)?.[1];

/** The packages that a package.json asks for and nothing needs: in a tool's folder, nothing of that tool. The tests share the root's. */
function findUnused(tree: Tree, manifest: string): string[] {
  const { dependencies, devDependencies } = readManifest(tree, manifest);
  const isTool = manifest.startsWith('tools/');
  const { scripts = {} } = readManifest(tree, 'package.json');
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const home = isTool ? manifest.slice(0, -'package.json'.length) : '';
  // The tests of this folder name packages to break rules with.
  const code = tree.files.filter(
    file =>
      /\.([cm]?[jt]sx?|config\.json)$/.test(file) &&
      !file.startsWith('tests/architecture/') &&
      file.startsWith(home),
  );
  const named = new Set(
    code.flatMap(file =>
      [...tree.read(file).matchAll(/['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"\n]*)?['"]/g)].map(
        ([, name]) => name,
      ),
    ),
  );
  const words = new Set(isTool ? [] : Object.values(scripts).flatMap(script => script.split(/\s+/)));
  const isRun = (name: string) =>
    Object.values(scripts).some(script => script.includes(`${home}node_modules/${name}/`));
  // A tool's packages may not be installed: what it has, it imports.
  const manifestOf = (name: string): Manifest =>
    home ? {} : readManifest(tree, `node_modules/${name}/package.json`);
  const commandsOf = (name: string) => {
    const { bin = {} } = manifestOf(name);
    return typeof bin === 'string' ? [name] : Object.keys(bin);
  };

  const used = new Set(
    names.filter(
      name => named.has(name) || isRun(name) || commandsOf(name).some(command => words.has(command)),
    ),
  );
  const needed = new Set([...used].flatMap(name => Object.keys(manifestOf(name).peerDependencies ?? {})));
  const isDescribed = (name: string) => name === '@types/node' || used.has(describedBy(name) ?? '');
  return names.filter(name => !used.has(name) && !needed.has(name) && !isDescribed(name));
}

/** Those that others run: with nothing, with one file, with the backend's own argument, or with those of another. */
const withoutOptions = ['install.mjs', 'compress.mjs', 'start.mjs', 'bench/bench.mjs'];

/** The scripts that are run, not imported, and do not read their options. */
function findCareless(tree: Tree): string[] {
  const scripts = codeIn(tree, 'scripts');
  const imported = new Set(scripts.flatMap(file => valueImports(tree, file)));
  return scripts
    .filter(file => !imported.has(file) && !withoutOptions.includes(file.slice('scripts/'.length)))
    .filter(file => !/\breadOptions\(/.test(tree.read(file)));
}

/** The most scripts that package.json may have. */
const mostScripts = 20;

/** What is wrong with the scripts of package.json, or with those that a text names. */
function findWrongScripts(tree: Tree): string[] {
  const scripts = readManifest(tree, 'package.json').scripts ?? {};
  const names = Object.keys(scripts);
  const table = tree.read('CONTRIBUTING.md');
  const told = (name: string) => new RegExp(`^\\|.*\`npm (run )?${name}[ \`]`, 'm').test(table);
  const named = tree.files
    .filter(file => /\.(md|[cm]?[jt]sx?)$/.test(file) && !/^(tests\/architecture\/|CHANGELOG)/.test(file))
    .flatMap(file =>
      [...tree.read(file).matchAll(/\bnpm run (?!-)([\w:-]+)/g)].map(([, name]) => [file, name!]),
    );
  return [
    ...names.filter(name => !told(name)).map(name => `CONTRIBUTING.md has no row for npm run ${name}`),
    ...named
      .filter(([, name]) => !names.includes(name!))
      .map(([file, name]) => `${file} names npm run ${name}`),
    ...names
      .filter(name => /(^|&&|\|\|)\s*\w+=/.test(scripts[name]!))
      .map(name => `npm run ${name} sets a variable as only some shells can`),
    ...(names.length > mostScripts ? [`package.json has more than ${mostScripts} scripts`] : []),
  ];
}

/** What package.json asks for, and what its scripts take. */
export const packageRules: Rule[] = [
  {
    name: 'package.json has few scripts; each stands in the table of CONTRIBUTING and runs in any shell',
    findViolations: findWrongScripts,
    breaks: [
      {
        files: {
          'package.json': JSON.stringify({
            scripts: {
              ...readManifest(project, 'package.json').scripts,
              start: 'A=1 node start.mjs',
              lost: 'vite',
            },
          }),
          'CONTRIBUTING.md': `${project.read('CONTRIBUTING.md')}\n| \`npm run gone\` | is gone |`,
        },
        says: [
          'CONTRIBUTING.md has no row for npm run lost',
          'CONTRIBUTING.md names npm run gone',
          'npm run start sets a variable as only some shells can',
          `package.json has more than ${mostScripts} scripts`,
        ],
      },
    ],
  },
  {
    name: 'every package is imported, run, needed by one that is, or describes the types of one that is',
    findViolations: tree =>
      tree.files
        .filter(file => /^(tests\/|tools\/[\w-]+\/)?package\.json$/.test(file))
        .flatMap(file => findUnused(tree, file).map(name => `${file}: nothing uses ${name}`)),
    breaks: [
      {
        files: {
          'package.json': JSON.stringify({
            scripts: readManifest(project, 'package.json').scripts,
            dependencies: { 'left-over': '1.0.0' },
            devDependencies: { '@types/left-over': '1.0.0', valtio: '1.0.0' },
          }),
          'node_modules/left-over/package.json': '{}',
          'node_modules/@types/left-over/package.json': '{}',
          'tests/package.json': JSON.stringify({
            devDependencies: { 'left-over': '1.0.0', vitest: '1.0.0' },
          }),
          'tools/one/package.json': JSON.stringify({ devDependencies: { valtio: '1.0.0' } }),
        },
        says: [
          'tests/package.json: nothing uses left-over',
          'package.json: nothing uses left-over',
          'package.json: nothing uses @types/left-over',
          'tools/one/package.json: nothing uses valtio',
        ],
      },
    ],
  },
  {
    name: 'each script refuses options that it does not know',
    findViolations: tree =>
      findCareless(tree).map(file => `${file} does not read its options; call readOptions({ … })`),
    breaks: [
      {
        files: { 'scripts/bench/careless.mjs': 'const count = Number(process.argv[2]);' },
        says: ['scripts/bench/careless.mjs does not read its options; call readOptions({ … })'],
      },
    ],
  },
];
