import { allImports, findForeign } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, withoutComments } from './tree.ts';

/** For each folder in server, the other folders from which it may import values and types. */
const mayImport: Record<string, string> = {
  app: '*',
  contract: '',
  languages: '',
  http: 'languages contract db',
  db: '',
  elsewhere: '',
  store: 'contract http db',
  generator: 'elsewhere languages contract',
  labels: 'languages generator',
  accounts: 'elsewhere contract http db store',
  wechat: 'elsewhere http db',
  templates: 'languages contract http db generator',
  money: 'elsewhere languages contract http db accounts',
  jobs: 'languages contract http db store generator labels accounts templates money',
  'try-ons': 'languages contract http db store generator labels accounts templates jobs',
  'share-cards': 'languages contract http db store labels accounts templates',
  push: 'elsewhere languages contract http db accounts jobs',
  'client-events': 'contract http db',
  erasure: 'http db store accounts money jobs',
  'data-copy': 'contract http db store accounts',
  reports: 'languages contract http db share-cards',
  operator: 'contract http store accounts erasure',
  desk: 'languages http db store accounts templates money jobs erasure client-events',
  doctor: 'elsewhere db store labels accounts wechat money settings',
  sandbox: 'languages contract http db accounts money',
  settings: 'store generator labels accounts wechat money push',
  measure: 'http db store jobs money reports',
};

/** These folders may import from every folder, as may files directly in `server`. */
const onTop = ['services', 'start'];

/** Returns a file's folder in server; 'app' for files directly in server, null for files outside. */
function zoneOf(file: string): string | null {
  if (!file.startsWith('server/')) return null;
  const folder = /^server\/([^/]+)\//.exec(file)?.[1] ?? 'app';
  return onTop.includes(folder) ? 'app' : folder;
}

/** For each zone of the generator, the other zones from which it may import values and types. */
const generatorMayImport: Record<string, string> = {
  catalogue: '',
  base: 'catalogue',
  threads: 'catalogue base',
  filters: 'base threads',
  vision: 'base',
  scenes: 'catalogue base',
  portrait: 'catalogue filters vision scenes',
  photographs: 'catalogue base filters vision portrait',
  wardrobe: 'catalogue base filters vision scenes portrait',
  techniques: 'catalogue base filters scenes portrait wardrobe',
  sitters: 'base vision scenes portrait',
  preview: 'catalogue base threads filters vision scenes portrait photographs wardrobe techniques sitters',
  templates: 'catalogue base scenes preview',
  local: 'catalogue base threads filters vision scenes portrait photographs wardrobe techniques templates',
  remote: 'base templates',
  start: 'catalogue base templates local remote',
};

/** Zones of the files directly in `server/generator`. Files not listed here belong to the zone `base`. */
const filesOf: Record<string, string> = {
  'list-templates': 'templates',
  templates: 'templates',
  'open-generator': 'start',
  'own-template': 'start',
};

const generator = 'server/generator/';

/** Returns a file's zone: its folder, or its row in `filesOf`; null for files outside the generator. */
function generatorZoneOf(file: string): string | null {
  if (!file.startsWith(generator)) return null;
  const [first = '', ...rest] = file.slice(generator.length).split('/');
  return rest.length > 0 ? first : (filesOf[first.replace(/\.ts$/, '')] ?? 'base');
}

const knowServices = ['server/start/build-app.ts', 'server/desk.ts', 'server/start/start-backend.ts'];

/**
 * Files that may send requests: fetchElsewhere, pushes (which read no response body and therefore need no size limit),
 * the container's health check, and sandbox pages.
 */
const sendOut = [
  'server/elsewhere/fetch-elsewhere.ts',
  'server/push/post-push.ts',
  'server/health-check.ts',
  'server/sandbox/shell/page/',
];

/** Limits imports between the folders in server. */
export const serverRules: Rule[] = [
  {
    name: 'each zone of the server imports only from the zones listed for it in `mayImport`',
    findViolations: tree => findForeign(tree, codeIn(tree, 'server'), mayImport, zoneOf),
    broken: {
      'server/http/broken.ts': "import type { Job } from '../jobs/run-job.ts';",
      'server/db/broken.ts': "import { openLog } from '../log.ts';",
      'server/extra/broken.ts': '',
    },
  },
  {
    name: 'each zone of the generator imports only from the zones listed for it in `generatorMayImport`',
    findViolations: tree => findForeign(tree, codeIn(tree, 'server'), generatorMayImport, generatorZoneOf),
    broken: {
      'server/generator/filters/broken.ts': "import type { Scene } from '../scenes/scene.ts';",
      'server/generator/broken.ts': "import { templates } from './templates.ts';",
      'server/generator/extra/broken.ts': '',
    },
  },
  {
    name: 'only the start imports all services; other files get just the services they need',
    findViolations: tree =>
      codeIn(tree, 'server')
        .filter(
          file =>
            !knowServices.includes(file) && allImports(tree, file).includes('server/services/services.ts'),
        )
        .map(file => `${file} imports server/services/services.ts; name what it needs ({ db, clock })`),
    broken: { 'server/measure/health.ts': "import type { Services } from '../services/services.ts';" },
  },
  {
    name: 'only fetchElsewhere and a few listed files send requests from the server',
    findViolations: tree =>
      codeIn(tree, 'server')
        .filter(file => !sendOut.some(place => file.startsWith(place)))
        .filter(file =>
          /(?<![.\w])fetch\((?!.*'HEAD')|from 'node:https'|\brequest[^\n]*from 'node:http'/.test(
            withoutComments(tree, file),
          ),
        )
        .map(file => `${file} sends a request; call fetchElsewhere, which bounds the response`),
    broken: {
      'server/money/broken.ts': "const response = await fetch('https://pay.example');",
      'server/http/broken.ts': "import { get } from 'node:https';",
      'server/jobs/broken.ts': "import { request } from 'node:http';",
    },
  },
];
