import type { Rule } from './rule.ts';
import { codeIn, withoutComments } from './tree.ts';

/** Exempt from the rule, because it lists languages of the simulated phone, not of the app. */
const phoneSettings = 'server/sandbox/shell/page/settings.ts';

/** Functions for the addresses of screens that need parameters. */
const helpers: Record<string, string> = { '/making': 'makingPath(', '/pic': 'picPath(' };

const story = 'tests/e2e/look/pseudo-language.spec.ts';

/** Keep language names in tables, so that a new language needs only new rows. */
export const languageRules: Rule[] = [
  {
    name: 'only the files languages.ts name a language',
    findViolations(tree) {
      const name = /(['"`])(en|zh)([-_]\w+)?\1|\b(en|zh):\s|\w\.(en|zh)\b(?![.\w]*['"`])/g;
      return codeIn(tree, 'src', 'server', 'sw', 'vite-plugins')
        .filter(file => !/\/languages\.ts$/.test(file) && file !== phoneSettings)
        .flatMap(file =>
          [...withoutComments(tree, file).matchAll(name)].map(
            ([found]) => `${file} names a language: ${found}`,
          ),
        );
    },
    broken: {
      'src/ui/one.ts': "const isChinese = language === 'zh-CN';",
      'server/http/two.ts': 'const titles = { en: title };',
      'src/ui/three.ts': 'const title = titles.zh;',
    },
  },
  {
    name: 'texts for users are in src/i18n, not in components',
    findViolations(tree) {
      const text =
        />([^<>{}]*\p{L}{2}[^<>{}]*)<\/|\s(?:aria-label|alt|title|placeholder|label)="([^"]*\p{L}[^"]*)"/gu;
      return codeIn(tree, 'src')
        .filter(file => file.endsWith('.tsx'))
        .flatMap(file =>
          [...withoutComments(tree, file).matchAll(text)].map(
            ([, inside, attribute]) => `${file} says "${inside ?? attribute}"`,
          ),
        );
    },
    broken: {
      'src/ui/one.tsx': 'const one = <p title="A tip">{words}</p>;',
      'src/ui/two.tsx': 'const two = <p>Some words</p>;',
    },
  },
  {
    name: 'every screen is tested in the pseudo-language',
    findViolations: tree =>
      [...tree.read('src/paths.ts').matchAll(/^ {2}\w+: '(\/[\w-]*)',$/gm)]
        .map(([, path]) => path as string)
        .filter(path => !tree.read(story).includes(helpers[path] ?? `: '${path}'`))
        .map(path => `${story} does not open ${path}`),
    broken: {
      'src/paths.ts':
        "export const paths = {\n  home: '/',\n  pic: '/pic',\n  unseen: '/unseen',\n} as const;",
    },
    reports: [`${story} does not open /unseen`],
  },
];
