import { valueImports } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, project, type Tree } from './tree.ts';

const scriptsOf = (tree: Tree): Record<string, string> => JSON.parse(tree.read('package.json')).scripts;

/** Scripts exempt from `readOptions`, because they get no options or pass their options on. */
const withoutOptions = ['install.mjs', 'compress.mjs', 'start.mjs', 'bench/bench.mjs'];

/** Finds scripts that users run, but that do not check their options with `readOptions`. */
function findCareless(tree: Tree): string[] {
  const scripts = codeIn(tree, 'scripts');
  const imported = new Set(scripts.flatMap(file => valueImports(tree, file)));
  return scripts
    .filter(file => !imported.has(file) && !withoutOptions.includes(file.slice('scripts/'.length)))
    .filter(file => !/\breadOptions\(/.test(tree.read(file)));
}

const mostScripts = 20;

/** Finds errors in package.json's scripts, and mentions of `npm run` commands that do not exist. */
function findWrongScripts(tree: Tree): string[] {
  const scripts = scriptsOf(tree);
  const names = Object.keys(scripts);
  const table = tree.read('CONTRIBUTING.md');
  const isListed = (name: string) => new RegExp(`^\\|.*\`npm (run )?${name}[ \`]`, 'm').test(table);
  const named = tree.files
    .filter(file => /\.(md|[cm]?[jt]sx?)$/.test(file) && !/^(tests\/architecture\/|CHANGELOG)/.test(file))
    .flatMap(file =>
      [...tree.read(file).matchAll(/\bnpm run (?!-)([\w:-]+)/g)].map(([, name]) => [file, name!]),
    );
  return [
    ...names.filter(name => !isListed(name)).map(name => `CONTRIBUTING.md has no row for npm run ${name}`),
    ...named
      .filter(([, name]) => !names.includes(name!))
      .map(([file, name]) => `${file} names npm run ${name}`),
    ...names
      .filter(name => /(^|&&|\|\|)\s*\w+=/.test(scripts[name]!))
      .map(name => `npm run ${name} sets a variable in a way that only some shells support`),
    ...(names.length > mostScripts ? [`package.json has more than ${mostScripts} scripts`] : []),
  ];
}

export const scriptRules: Rule[] = [
  {
    name: 'package.json has at most 20 scripts, and each has a row in CONTRIBUTING.md and runs in any shell',
    findViolations: findWrongScripts,
    broken: {
      'package.json': JSON.stringify({
        scripts: {
          ...scriptsOf(project),
          start: 'A=1 node start.mjs',
          lost: 'vite',
        },
      }),
      'CONTRIBUTING.md': `${project.read('CONTRIBUTING.md')}\n| \`npm run gone\` | is gone |`,
    },
    reports: [
      'CONTRIBUTING.md has no row for npm run lost',
      'CONTRIBUTING.md names npm run gone',
      'npm run start sets a variable in a way that only some shells support',
      `package.json has more than ${mostScripts} scripts`,
    ],
  },
  {
    name: 'each script refuses unknown options',
    findViolations: tree =>
      findCareless(tree).map(file => `${file} does not read its options; call readOptions({ … })`),
    broken: { 'scripts/bench/careless.mjs': 'const count = Number(process.argv[2]);' },
  },
];
