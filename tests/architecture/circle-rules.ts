import { allImports, findCycles, valueImports } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeFolders, codeIn, type Tree } from './tree.ts';

const code = (tree: Tree) => codeIn(tree, ...codeFolders);

export const circleRules: Rule[] = [
  {
    name: 'no file takes values from itself by way of others',
    findViolations: tree =>
      findCycles(code(tree), file => valueImports(tree, file).filter(target => tree.files.includes(target))),
    breaks: [
      {
        files: {
          'src/ui/one.ts': "import './two.ts';",
          'src/ui/two.ts': "export const open = () => import('./three.ts');",
          'src/ui/three.ts': "export * from './one.ts';",
        },
        says: ['src/ui/one.ts → src/ui/two.ts → src/ui/three.ts → src/ui/one.ts'],
      },
    ],
  },
  {
    name: 'no file imports from itself by way of others, types included',
    findViolations: tree =>
      findCycles(code(tree), file => allImports(tree, file).filter(target => tree.files.includes(target))),
    breaks: [
      {
        files: {
          'server/http/one.ts': "export type { Two } from './two.ts';",
          'server/http/two.ts': "import type {\n  One,\n} from './one.ts';",
        },
        says: ['server/http/one.ts → server/http/two.ts → server/http/one.ts'],
      },
    ],
  },
];
