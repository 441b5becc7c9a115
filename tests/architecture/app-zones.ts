import { findForeign, valueImports } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, type Tree } from './tree.ts';

/** For each folder in src, the other folders from which it may import. Every file may import types from i18n. */
const mayImport: Record<string, string> = {
  app: 'screens components ui flows api state platform i18n',
  screens: 'components ui flows api state platform i18n',
  components: 'ui flows api state platform i18n',
  flows: 'api state platform i18n',
  api: 'state platform',
  state: 'platform',
  ui: '',
  platform: '',
  i18n: '',
};

/** For each folder in src/flows (called a room), the other rooms from which it may import. */
const mayEnter: Record<string, string> = {
  draft: '',
  lists: '',
  account: 'draft lists',
  jobs: 'account',
  money: 'account lists',
  photos: 'account draft',
  pics: 'account draft lists photos',
  wizard: 'account draft jobs money photos',
  app: 'account pics',
};

/** Returns a file's room; 'none' for files directly in src/flows, null for files outside src/flows. */
function roomOf(file: string): string | null {
  const [, room] = /^src\/flows\/(?:([^/]+)\/)?/.exec(file) ?? [null, null];
  return room === null ? null : (room ?? 'none');
}

/** Returns a file's folder in src; empty if there is none. */
export const zoneOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? '';

const isSandboxPage = (file: string) => /^server\/sandbox\/\w+\/page\//.test(file);

/** Returns a file's screen: its folder in `src/screens`, or its own name if the screen has no folder. */
const screenOf = (file: string) => /^src\/screens\/([\w-]+)/.exec(file)?.[1] ?? '';

const screenFiles = (tree: Tree) => codeIn(tree, 'src').filter(file => zoneOf(file) === 'screens');

/** True for a violation that only imports a type from i18n, which every file may do. */
function isTypeOfWords(tree: Tree, violation: string): boolean {
  const [file = '', target = ''] = violation.split(/ imports |;/);
  return zoneOf(target) === 'i18n' && !valueImports(tree, file).includes(target);
}

/** Limits imports between folders in src, between screens, and from the server. */
export const appZones: Rule[] = [
  {
    name: 'each folder of src imports only from the folders listed for it in `mayImport`',
    findViolations: tree =>
      findForeign(tree, codeIn(tree, 'src'), mayImport, file => zoneOf(file) || null).filter(
        found => !isTypeOfWords(tree, found),
      ),
    broken: {
      'src/ui/broken.ts': "import {\n  session,\n} from '../state/session.ts';",
      'src/api/broken.ts': "export const start = () => import('../flows/app/start.ts');",
      'src/state/typed.ts': "import type {\n  Job,\n} from '../api/jobs.ts';",
      'src/state/broken.ts': "new Worker(new URL('../flows/app/start.ts', import.meta.url));",
      'src/new-zone/broken.ts': "export * from '../ui/button.tsx';",
    },
    fine: { 'src/platform/typed.ts': "export type { Message } from '../i18n/message.ts';" },
  },
  {
    name: 'each folder of src/flows imports only from the folders listed for it in `mayEnter`',
    findViolations: tree => findForeign(tree, codeIn(tree, 'src'), mayEnter, roomOf),
    broken: {
      'src/flows/jobs/broken.ts': "import type { Payment } from '../money/pay.ts';",
      'src/flows/draft/broken.ts': "export const open = () => import('../app/start.ts');",
      'src/flows/loose.ts': '',
    },
  },
  {
    name: 'no screen imports a value from another screen',
    findViolations: tree =>
      screenFiles(tree).flatMap(file =>
        valueImports(tree, file)
          .filter(target => zoneOf(target) === 'screens' && screenOf(target) !== screenOf(file))
          .map(target => `${file} imports from the screen ${screenOf(target)}: ${target}`),
      ),
    broken: {
      'src/screens/pic-list.tsx': "import { PicPages } from './pic/pic-pages.tsx';",
      'src/screens/pic/broken.tsx': "import style from '../home.module.css';",
    },
  },
  {
    name: 'a screen is one file, or a folder with its parts, and src/app/screens.ts opens each screen',
    findViolations(tree) {
      const files = screenFiles(tree);
      const opened = valueImports(tree, 'src/app/screens.ts').filter(target => zoneOf(target) === 'screens');
      const expected = [...new Set(files.map(screenOf))].map(name => {
        const hasFolder = files.some(file => file.startsWith(`src/screens/${name}/`));
        return hasFolder ? `src/screens/${name}/${name}.tsx` : `src/screens/${name}.tsx`;
      });
      return [
        ...expected
          .filter(file => !opened.includes(file))
          .map(file => `src/app/screens.ts does not open ${file}`),
        ...opened
          .filter(file => !expected.includes(file))
          .map(file => `src/app/screens.ts opens ${file}, which is not a screen's file`),
      ];
    },
    broken: {
      'src/screens/unopened.tsx': '',
      'src/screens/pic-list/part.tsx': '',
    },
    reports: [
      'src/app/screens.ts does not open src/screens/unopened.tsx',
      'src/app/screens.ts does not open src/screens/pic-list/pic-list.tsx',
      "src/app/screens.ts opens src/screens/pic-list.tsx, which is not a screen's file",
    ],
  },
  {
    name: 'app and backend import no values from each other, and the app does not name the sandbox',
    findViolations: tree =>
      codeIn(tree, 'src', 'server').flatMap(file => {
        const home = file.split('/')[0];
        const foreign = valueImports(tree, file)
          .filter(target => /^(src|server)\//.test(target) && target.split('/')[0] !== home)
          // The server may import the screens' addresses.
          .filter(target => target !== 'src/paths.ts')
          // The sandbox page that checks native apps may parse their replies with the app's code.
          .filter(target => !(isSandboxPage(file) && target.startsWith('src/platform/')))
          .map(target => `${file} imports values from ${target}`);
        const isSandboxNamed = home === 'src' && tree.read(file).includes('/sandbox/');
        return isSandboxNamed ? [...foreign, `${file} names the sandbox`] : foreign;
      }),
    broken: {
      'src/api/broken.ts': "import { calls } from '../../server/contract/calls.ts';",
      'server/http/broken.ts': "import { overlay } from '../../src/state/overlay.ts';",
      'src/flows/broken.ts': "location.assign('/sandbox/login');",
      'server/sandbox/shell/page/broken.ts': "import { session } from '../../../../src/state/session.ts';",
    },
  },
];
