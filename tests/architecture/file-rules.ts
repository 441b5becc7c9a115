import path from 'node:path';
import type { Rule } from './rule.ts';
import { withoutComments } from './tree.ts';

const longest = 400;

/** Files here replace files in ali-oss, so they keep the library's file names. */
const replacements = 'vite-plugins/ali-oss-slim/';

const colour =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(|:[^;{}\n]*[\s:,(](?:white|black|red|green|blue|gr[ae]y|silver|orange|yellow|purple|pink)\b(?!-)[^;{}\n]*;/i;

export const fileRules: Rule[] = [
  {
    name: 'file names are kebab-case, and no file is an index or a catch-all',
    findViolations: ({ files }) =>
      files
        .filter(file => !file.startsWith(replacements))
        .flatMap(file => {
          const name = path.basename(file);
          const isNamed = /\.([cm]?[jt]sx?|css)$/.test(name);
          if (isNamed && !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(name))
            return [`${file} is not kebab-case`];
          if (isNamed && /^index\./.test(name)) return [`${file} is an index; import the files themselves`];
          const isCatchAll = /(^|\/)(utils?|helpers?|common|hooks|types|misc)(\/|\.[cm]?[jt]sx?$)/.test(file);
          return isCatchAll ? [`${file} is a catch-all; name it after what it does`] : [];
        }),
    broken: {
      'src/ui/MyButton.tsx': '',
      'server/jobs/index.ts': '',
      'src/utils/text.ts': '',
      'scripts/helpers.mjs': '',
    },
  },
  {
    name: `no file has more than ${longest} lines`,
    findViolations: tree =>
      tree.files
        .filter(file => /\.([cm]?[jt]sx?|css|html)$/.test(file))
        .map(file => ({ file, lines: tree.read(file).split('\n').length - 1 }))
        .filter(({ lines }) => lines > longest)
        .map(({ file, lines }) => `${file} has ${lines} lines`),
    broken: { 'src/ui/long.css': '\n'.repeat(longest + 1) },
  },
  {
    name: 'no edge and no state is drawn as a shadow, because forced colours have no shadows',
    findViolations: tree =>
      tree.files
        .filter(file => /^src\/.*\.css$/.test(file))
        .flatMap(file =>
          [
            ...withoutComments(tree, file).matchAll(
              /box-shadow:[^;]*var\((--(?:line|accent|gold|surface|ink)[\w-]*)\)/g,
            ),
          ].map(([, name]) => `${file} has a shadow in the colour ${name}; use a border or an outline`),
        ),
    broken: {
      'src/ui/ring.module.css': '.ring { box-shadow: inset 0 0 0 2px var(--accent); }',
      'src/ui/edge.module.css': '.edge { box-shadow: 0 0 0 1px var(--line-strong); }',
    },
    fine: { 'src/ui/card.module.css': '.card { box-shadow: var(--shadow); }' },
  },
  {
    name: 'colours are only in tokens.css',
    findViolations: tree =>
      tree.files
        .filter(file => /^src\/.*\.(css|tsx?)$/.test(file) && file !== 'src/tokens.css')
        .flatMap(file => {
          const found = colour.exec(withoutComments(tree, file).replace(/url\(#[\w-]+\)/g, ''));
          return found
            ? [`${file} has the colour "${found[0].trim()}"; give it a name in src/tokens.css`]
            : [];
        }),
    broken: {
      'src/ui/one.module.css': '.one { color: #fff; }',
      'src/ui/two.tsx': "const style = { background: 'rgb(0 0 0 / 50%)' };",
      'src/ui/three.module.css': '.three { border: 1px solid black; white-space: nowrap; }',
    },
  },
];
