import type { Rule } from './rule.ts';
import { codeIn, type Tree, withoutComments } from './tree.ts';

/** The maximum number of packages that `npm start` may install. */
const mostPackages = 545;

/** npm's list of the installed packages, including packages for tests. */
const installed = 'node_modules/.package-lock.json';

type Package = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies',
  object
>;

/** The installed packages that package.json needs, directly or indirectly. */
function neededByProduct(tree: Tree): Set<string> {
  const { packages } = JSON.parse(tree.read(installed)) as { packages: Record<string, Partial<Package>> };
  const needed = new Set<string>();
  const add = (
    from: string,
    { dependencies, optionalDependencies, peerDependencies, ...rest }: Partial<Package>,
  ) => {
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    if (!from) names.push(...Object.keys(rest.devDependencies ?? {}));
    for (const name of names) {
      // Node first searches the package's own node_modules, then node_modules in each folder above.
      const folders = from
        .split('/node_modules/')
        .map((_, at, parts) => parts.slice(0, at + 1).join('/node_modules/'));
      const places = [
        ...folders.map(folder => `${folder}/node_modules/${name}`).reverse(),
        `node_modules/${name}`,
      ];
      const place = places.find(path => packages[path]);
      if (!place || needed.has(place)) continue;
      needed.add(place);
      add(place, packages[place] as Partial<Package>);
    }
  };
  add('', JSON.parse(tree.read('package.json')) as Partial<Package>);
  return needed;
}

/** Files that import a package only if the server runs from TypeScript source, as it never does in Docker. */
const fromSourceOnly: Record<string, string> = {
  'server/sandbox/shell/compile-script.ts': 'vite',
  'server/generator/threads/start-thread.ts': 'tsx',
};

/** Returns the packages from which a file imports values. */
function packagesIn(tree: Tree, file: string): string[] {
  const fixed = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^'.$][^']*)'/gm;
  const dynamic = /\bimport\(\s*'([^'.$][^']*)'/g;
  const text = withoutComments(tree, file);
  return [fixed, dynamic]
    .flatMap(pattern => [...text.matchAll(pattern)])
    .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    .filter(name => !name.startsWith('node:'));
}

/** Limits the packages that `npm start` installs and that the server imports. */
export const dependencyRules: Rule[] = [
  {
    name: `npm start installs at most ${mostPackages} packages`,
    findViolations(tree) {
      const count = neededByProduct(tree).size;
      return count > mostPackages
        ? [`${count} packages; move packages for tests to tests/package.json, and for measurements to tools/`]
        : [];
    },
    broken: {
      'package.json': JSON.stringify({ dependencies: { 'with-many': '1.0.0' } }),
      [installed]: JSON.stringify({
        packages: {
          'node_modules/with-many': {
            dependencies: Object.fromEntries(
              Array.from({ length: mostPackages }, (_, at) => [`p${at}`, '1.0.0']),
            ),
          },
          ...Object.fromEntries(
            Array.from({ length: mostPackages }, (_, at) => [
              `node_modules/with-many/node_modules/p${at}`,
              {},
            ]),
          ),
        },
      }),
    },
    reports: [
      `${mostPackages + 1} packages; move packages for tests to tests/package.json, and for measurements to tools/`,
    ],
  },
  {
    name: 'the server imports only packages that its image contains: `dependencies` in package.json',
    findViolations(tree) {
      const { dependencies } = JSON.parse(tree.read('package.json')) as {
        dependencies: Record<string, string>;
      };
      return codeIn(tree, 'server').flatMap(file =>
        packagesIn(tree, file)
          .filter(name => !Object.hasOwn(dependencies, name) && fromSourceOnly[file] !== name)
          .map(name => `${file} imports ${name}, which is not in the dependencies of package.json`),
      );
    },
    broken: {
      'server/broken.ts': "import type { Plugin } from 'vite';\nimport { proxy } from 'valtio/vanilla';",
      'server/lazy.ts': "const { build } = await import('vite');",
    },
  },
];
