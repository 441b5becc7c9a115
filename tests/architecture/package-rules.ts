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

/** The package that an `@types/` package describes. */
const describedBy = (name: string) => name.match(/^@types\/(.+)$/)?.[1];

/**
 * Packages in a package.json that nothing uses. For a tool only the files in its folder count; the tests share the
 * root's packages.
 */
function findUnused(tree: Tree, manifest: string): string[] {
  const { dependencies, devDependencies } = readManifest(tree, manifest);
  const isTool = manifest.startsWith('tools/');
  const { scripts = {} } = readManifest(tree, 'package.json');
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const home = isTool ? manifest.slice(0, -'package.json'.length) : '';
  // These tests name packages in code that breaks rules on purpose.
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
  // A tool's packages may not be installed, so only its imports count.
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

/**
 * Scripts that other scripts start: with no argument, one file, the backend's own argument, or another script's
 * options.
 */
const withoutOptions = ['install.mjs', 'compress.mjs', 'start.mjs', 'bench/bench.mjs'];

/** Scripts that are started, not imported, and do not call `readOptions`. */
function findCareless(tree: Tree): string[] {
  const scripts = codeIn(tree, 'scripts');
  const imported = new Set(scripts.flatMap(file => valueImports(tree, file)));
  return scripts
    .filter(file => !imported.has(file) && !withoutOptions.includes(file.slice('scripts/'.length)))
    .filter(file => !/\breadOptions\(/.test(tree.read(file)));
}

const mostScripts = 20;

/** Errors in the scripts of package.json, or in the commands that a text names. */
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

/** Packages and scripts of package.json. */
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
