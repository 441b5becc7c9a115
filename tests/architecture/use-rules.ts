import path from 'node:path';
import type { Rule } from './rule.ts';
import { codeFolders, codeIn, isArt, type Tree } from './tree.ts';

/** All code except these rules, which contain broken code on purpose. */
const code = (tree: Tree) =>
  codeIn(tree, ...codeFolders).filter(file => !file.startsWith('tests/architecture/'));

/** English texts of the app and the server; the types make other languages have the same keys. */
const isEnglish = (file: string) =>
  /^(src\/i18n\/en[.\w]*\.ts|server\/languages\/en[.\w]*\.json)$/.test(file);

/** Patterns for the keys that code builds in template literals; each value matches any text. */
function findTemplates(text: string): RegExp[] {
  const templates = [...text.matchAll(/`([\w.-]+\.[\w.-]*\$\{[^`]*)`/g)].map(([, found]) => found as string);
  return templates.map(
    found => new RegExp(`^${found.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
  );
}

/** Every export, text and style class is in use. */
export const useRules: Rule[] = [
  {
    name: 'every exported value is used by another file',
    findViolations(tree) {
      const files = code(tree);
      const usedIn = new Map<string, number>();
      for (const file of [
        ...files,
        'vite.config.ts',
        'vitest.config.ts',
        'playwright.config.ts',
        'vite.server.config.ts',
      ]) {
        for (const word of new Set(tree.read(file).match(/[\w$]+/g)))
          usedIn.set(word, (usedIn.get(word) ?? 0) + 1);
      }
      return files
        .filter(file => !isArt(file))
        .flatMap(file =>
          [...tree.read(file).matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm)]
            .filter(([, name]) => usedIn.get(name as string) === 1)
            .map(([, name]) => `${file} exports ${name}, which no other file uses`),
        );
    },
    breaks: [
      {
        files: {
          'src/ui/left.ts': 'export async function neverCalledAnywhere() {}\nexport const usedFar = 1;',
          'src/ui/far.ts': 'usedFar',
        },
        says: ['src/ui/left.ts exports neverCalledAnywhere, which no other file uses'],
      },
    ],
  },
  {
    name: 'every text is said somewhere',
    findViolations(tree) {
      const said = codeIn(tree, 'src', 'server')
        .filter(file => !/^src\/i18n\/(en|zh)[.\w]*\.ts$/.test(file))
        .map(file => tree.read(file))
        .join('\n');
      const quoted = new Set([...said.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key as string));
      const templates = findTemplates(said);
      // The drawing code of the label uses its texts.
      return tree.files
        .filter(file => isEnglish(file) && !/\.(privacy\.ts|term\.ts|label\.json)$/.test(file))
        .flatMap(file =>
          [...tree.read(file).matchAll(/^ {2}['"]?([\w.-]+?)(?:_one|_other)?['"]?:/gm)]
            .map(([, key]) => key as string)
            .filter(
              key =>
                !/^\d+$/.test(key) && !quoted.has(key) && !templates.some(template => template.test(key)),
            )
            .map(key => `${file} has the text ${key}, which nothing says`),
        );
    },
    breaks: [
      {
        files: {
          'src/i18n/en.left.ts':
            "export const words = {\n  'pic.left-over': 'Left over',\n  'coach.dark.do': 'Said by a pattern',\n} as const;",
          'server/languages/en.left.json': '{\n  "left.over_other": "Left over"\n}',
        },
        says: [
          'src/i18n/en.left.ts has the text pic.left-over, which nothing says',
          'server/languages/en.left.json has the text left.over, which nothing says',
        ],
      },
    ],
  },
  {
    name: 'every class of a stylesheet is worn',
    findViolations: tree =>
      tree.files
        .filter(file => file.endsWith('.module.css'))
        .flatMap(file => {
          const users = tree.files
            .filter(user => user !== file && /^src\/.*\.(tsx?|css)$/.test(user))
            .filter(user => tree.read(user).includes(`/${path.basename(file)}'`));
          const names = new Set(
            users.flatMap(
              user =>
                tree
                  .read(user)
                  .replace(/'[^'\n]+\.css'/g, '')
                  .match(/[\w-]+/g) ?? [],
            ),
          );
          const classes = [...tree.read(file).matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/gi)].map(
            ([, name]) => name as string,
          );
          return [...new Set(classes)]
            .filter(name => !names.has(name))
            .map(name => `${file} styles .${name}, which nothing wears`);
        }),
    breaks: [
      {
        files: {
          'src/ui/left.module.css': '.worn,\n.left:hover { margin: 0.5em; }',
          'src/ui/left.tsx': "import styles from './left.module.css';\nconst side = styles.worn;",
          'src/ui/gone.module.css': '@media print { .gone { margin: 0; } }',
        },
        says: [
          'src/ui/left.module.css styles .left, which nothing wears',
          'src/ui/gone.module.css styles .gone, which nothing wears',
        ],
      },
    ],
  },
];
