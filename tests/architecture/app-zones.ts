import { allImports, valueImports } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, type Tree } from './tree.ts';

/** For each folder in src, the other folders from which it may import. Every file may import types from i18n. */
const mayImport: Record<string, string[]> = {
  app: ['screens', 'components', 'ui', 'flows', 'api', 'state', 'platform', 'i18n'],
  screens: ['components', 'ui', 'flows', 'api', 'state', 'platform', 'i18n'],
  components: ['ui', 'flows', 'api', 'state', 'platform', 'i18n'],
  flows: ['api', 'state', 'platform', 'i18n'],
  api: ['state', 'platform'],
  state: ['platform'],
  ui: [],
  platform: [],
  i18n: [],
};

/** For each folder in src/flows (called a room), the other rooms from which it may import. */
const mayEnter: Record<string, string[]> = {
  draft: [],
  lists: [],
  account: ['draft', 'lists'],
  jobs: ['account'],
  money: ['account', 'lists'],
  photos: ['account', 'draft'],
  pics: ['account', 'draft', 'lists', 'photos'],
  wizard: ['account', 'draft', 'jobs', 'money', 'photos'],
  app: ['account', 'pics'],
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

/** Limits imports between folders in src, between screens, and from the server. */
export const appZones: Rule[] = [
  {
    name: 'each folder of src imports only from the folders listed for it in `mayImport`',
    findViolations: tree =>
      codeIn(tree, 'src').flatMap(file => {
        const allowed = mayImport[zoneOf(file)] ?? [];
        const values = valueImports(tree, file);
        return [...new Set(allImports(tree, file))]
          .filter(target => zoneOf(file) !== '' && zoneOf(target) !== '' && zoneOf(target) !== zoneOf(file))
          .filter(target => !allowed.includes(zoneOf(target)))
          .filter(target => values.includes(target) || zoneOf(target) !== 'i18n')
          .map(target => {
            const what = values.includes(target) ? 'values' : 'types';
            return `${file} imports ${what} from ${target}; ${zoneOf(file)} may import from ${allowed.join(', ') || 'no other folder'}`;
          });
      }),
    breaks: [
      {
        files: { 'src/ui/broken.ts': "import {\n  session,\n} from '../state/session.ts';" },
        says: [
          'src/ui/broken.ts imports values from src/state/session.ts; ui may import from no other folder',
        ],
      },
      {
        files: { 'src/api/broken.ts': "export const start = () => import('../flows/app/start.ts');" },
        says: [
          'src/api/broken.ts imports values from src/flows/app/start.ts; api may import from state, platform',
        ],
      },
      {
        files: {
          'src/state/typed.ts': "import type {\n  Job,\n} from '../api/jobs.ts';",
          'src/platform/typed.ts': "export type { Message } from '../i18n/message.ts';",
          'src/state/broken.ts': "new Worker(new URL('../flows/app/start.ts', import.meta.url));",
          'src/new-zone/broken.ts': "export * from '../ui/button.tsx';",
        },
        says: [
          'src/state/typed.ts imports types from src/api/jobs.ts; state may import from platform',
          'src/state/broken.ts imports values from src/flows/app/start.ts; state may import from platform',
          'src/new-zone/broken.ts imports values from src/ui/button.tsx; new-zone may import from no other folder',
        ],
      },
    ],
  },
  {
    name: 'each folder of src/flows imports only from the folders listed for it in `mayEnter`',
    findViolations: tree =>
      codeIn(tree, 'src').flatMap(file => {
        const room = roomOf(file);
        if (room === null) return [];
        const allowed = mayEnter[room];
        if (!allowed) return [`${file} is in no folder of the table mayEnter`];
        return allImports(tree, file)
          .filter(target => ![null, room, ...allowed].includes(roomOf(target)))
          .map(
            target =>
              `${file} imports ${target}; ${room} may import from ${allowed.join(', ') || 'no other folder'}`,
          );
      }),
    breaks: [
      {
        files: {
          'src/flows/jobs/broken.ts': "import type { Payment } from '../money/pay.ts';",
          'src/flows/draft/broken.ts': "export const open = () => import('../app/start.ts');",
          'src/flows/loose.ts': '',
        },
        says: [
          'src/flows/jobs/broken.ts imports src/flows/money/pay.ts; jobs may import from account',
          'src/flows/draft/broken.ts imports src/flows/app/start.ts; draft may import from no other folder',
          'src/flows/loose.ts is in no folder of the table mayEnter',
        ],
      },
    ],
  },
  {
    name: 'no screen imports a value from another screen',
    findViolations: tree =>
      screenFiles(tree).flatMap(file =>
        valueImports(tree, file)
          .filter(target => zoneOf(target) === 'screens' && screenOf(target) !== screenOf(file))
          .map(target => `${file} imports from the screen ${screenOf(target)}: ${target}`),
      ),
    breaks: [
      {
        files: { 'src/screens/pic-list.tsx': "import { PicPages } from './pic/pic-pages.tsx';" },
        says: ['src/screens/pic-list.tsx imports from the screen pic: src/screens/pic/pic-pages.tsx'],
      },
      {
        files: { 'src/screens/pic/broken.tsx': "import style from '../home.module.css';" },
        says: ['src/screens/pic/broken.tsx imports from the screen home: src/screens/home.module.css'],
      },
    ],
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
    breaks: [
      {
        files: { 'src/screens/unopened.tsx': '' },
        says: ['src/app/screens.ts does not open src/screens/unopened.tsx'],
      },
      {
        files: { 'src/screens/pic-list/part.tsx': '' },
        says: [
          'src/app/screens.ts does not open src/screens/pic-list/pic-list.tsx',
          "src/app/screens.ts opens src/screens/pic-list.tsx, which is not a screen's file",
        ],
      },
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
    breaks: [
      {
        files: {
          'src/api/broken.ts': "import { calls } from '../../server/contract/calls.ts';",
          'server/http/broken.ts': "import { overlay } from '../../src/state/overlay.ts';",
          'src/flows/broken.ts': "location.assign('/sandbox/login');",
          'server/sandbox/shell/page/broken.ts':
            "import { session } from '../../../../src/state/session.ts';",
        },
        says: [
          'src/api/broken.ts imports values from server/contract/calls.ts',
          'server/http/broken.ts imports values from src/state/overlay.ts',
          'src/flows/broken.ts names the sandbox',
          'server/sandbox/shell/page/broken.ts imports values from src/state/session.ts',
        ],
      },
    ],
  },
];
