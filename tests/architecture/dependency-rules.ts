import type { Rule } from './rule.ts';
import { codeIn, type Tree, withoutComments } from './tree.ts';

/** The most packages that `npm start` may install. */
const mostPackages = 678;

/** What npm writes at the end of an installation: the packages that it has installed on this machine. */
const installed = 'node_modules/.package-lock.json';

/** What only the server's source needs, which is not in the image: it compiles TypeScript as it runs. */
const fromSourceOnly: Record<string, string> = {
  'server/sandbox/shell/compile-script.ts': 'vite',
  'server/generator/threads/start-thread.ts': 'tsx',
};

/** The packages whose values a file takes. */
function packagesIn(tree: Tree, file: string): string[] {
  const fixed = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^'.$][^']*)'/gm;
  const dynamic = /\bimport\(\s*'([^'.$][^']*)'/g;
  const text = withoutComments(tree, file);
  return [fixed, dynamic]
    .flatMap(pattern => [...text.matchAll(pattern)])
    .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    .filter(name => !name.startsWith('node:'));
}

/** Which packages come with the product, and which of them the server may use. */
export const dependencyRules: Rule[] = [
  {
    name: `npm start installs at most ${mostPackages} packages`,
    findViolations(tree) {
      const { packages } = JSON.parse(tree.read(installed)) as { packages: Record<string, unknown> };
      const count = Object.keys(packages).length;
      return count > mostPackages
        ? [`${count} packages are installed; what only measures lies in tools/`]
        : [];
    },
    breaks: [
      {
        files: {
          [installed]: JSON.stringify({
            packages: Object.fromEntries(Array.from({ length: mostPackages + 1 }, (_, at) => [at, {}])),
          }),
        },
        says: [`${mostPackages + 1} packages are installed; what only measures lies in tools/`],
      },
    ],
  },
  {
    name: 'the server imports only what its image has: the dependencies of package.json',
    findViolations(tree) {
      const { dependencies } = JSON.parse(tree.read('package.json')) as {
        dependencies: Record<string, string>;
      };
      return codeIn(tree, 'server').flatMap(file =>
        packagesIn(tree, file)
          .filter(name => !Object.hasOwn(dependencies, name) && fromSourceOnly[file] !== name)
          .map(name => `${file} imports ${name}, which is none of the dependencies in package.json`),
      );
    },
    breaks: [
      {
        files: {
          'server/broken.ts': "import type { Plugin } from 'vite';\nimport { proxy } from 'valtio/vanilla';",
          'server/lazy.ts': "const { build } = await import('vite');",
        },
        says: [
          'server/broken.ts imports valtio, which is none of the dependencies in package.json',
          'server/lazy.ts imports vite, which is none of the dependencies in package.json',
        ],
      },
    ],
  },
];
