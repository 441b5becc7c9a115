import path from 'node:path';
import type { Rule } from './rule.ts';
import { codeIn } from './tree.ts';

/** Only English files are checked, because types force the other languages to have the same keys. */
const isEnglish = (file: string) => /^(src\/i18n|server\/languages)\/en[.\w]*\.json$/.test(file);

/** Returns patterns for text keys that code builds in template literals. Each placeholder matches any text. */
function findTemplates(text: string): RegExp[] {
  const templates = [...text.matchAll(/`([\w.-]+\.[\w.-]*\$\{[^`]*)`/g)].map(([, found]) => found as string);
  return templates.map(
    found => new RegExp(`^${found.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
  );
}

/** Finds unused texts and style classes; knip finds unused exports, files and packages. */
export const useRules: Rule[] = [
  {
    name: 'every text is used',
    findViolations(tree) {
      const code = codeIn(tree, 'src', 'server')
        .filter(file => file !== 'src/i18n/text-values.ts')
        .map(file => tree.read(file))
        .join('\n');
      const quoted = new Set([...code.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key as string));
      const templates = findTemplates(code);
      // Skip legal and label texts, because code uses these files as a whole.
      return tree.files
        .filter(file => isEnglish(file) && !/\.(privacy|term|label)\.json$/.test(file))
        .flatMap(file =>
          [...tree.read(file).matchAll(/^ {2}"([\w.-]+?)(?:_one|_other)?":/gm)]
            .map(([, key]) => key as string)
            .filter(
              key =>
                !/^\d+$/.test(key) && !quoted.has(key) && !templates.some(template => template.test(key)),
            )
            .map(key => `${file} has the text ${key}, which nothing uses`),
        );
    },
    broken: {
      'src/i18n/en.left.json':
        '{\n  "pic.left-over": "Left over",\n  "coach.dark.do": "Used by a pattern"\n}',
      'server/languages/en.left.json': '{\n  "left.over_other": "Left over"\n}',
    },
  },
  {
    name: 'every class of a stylesheet is used',
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
            .map(name => `${file} styles .${name}, which nothing uses`);
        }),
    broken: {
      'src/ui/left.module.css': '.used,\n.left:hover { margin: 0.5em; }',
      'src/ui/gone.module.css': '@media print { .gone { margin: 0; } }',
    },
    fine: { 'src/ui/left.tsx': "import styles from './left.module.css';\nconst side = styles.used;" },
  },
];
