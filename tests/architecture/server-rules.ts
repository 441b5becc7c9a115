import { allImports, findCycles } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, withoutComments } from './tree.ts';

/** For each folder in server, the other folders from which it may import values and types. */
const mayImport: Record<string, string[]> = {
  contract: [],
  languages: [],
  http: ['languages', 'contract', 'db'],
  db: [],
  elsewhere: [],
  store: ['contract', 'http', 'db'],
  generator: ['elsewhere', 'languages', 'contract'],
  labels: ['languages', 'generator'],
  accounts: ['elsewhere', 'contract', 'http', 'db', 'store'],
  wechat: ['elsewhere', 'http', 'db'],
  templates: ['languages', 'contract', 'http', 'db', 'generator'],
  money: ['elsewhere', 'languages', 'contract', 'http', 'db', 'accounts'],
  jobs: [
    'languages',
    'contract',
    'http',
    'db',
    'store',
    'generator',
    'labels',
    'accounts',
    'templates',
    'money',
  ],
  'try-ons': [
    'languages',
    'contract',
    'http',
    'db',
    'store',
    'generator',
    'labels',
    'accounts',
    'templates',
    'jobs',
  ],
  'share-cards': ['languages', 'contract', 'http', 'db', 'store', 'labels', 'accounts', 'templates'],
  push: ['elsewhere', 'languages', 'contract', 'http', 'db', 'accounts', 'jobs'],
  'client-events': ['contract', 'http', 'db'],
  erasure: ['http', 'db', 'store', 'accounts', 'money', 'jobs'],
  'data-copy': ['contract', 'http', 'db', 'store', 'accounts'],
  reports: ['languages', 'contract', 'http', 'db', 'share-cards'],
  operator: ['contract', 'http', 'store', 'accounts', 'erasure'],
  desk: [
    'languages',
    'http',
    'db',
    'store',
    'accounts',
    'templates',
    'money',
    'jobs',
    'erasure',
    'client-events',
  ],
  doctor: ['elsewhere', 'db', 'store', 'labels', 'accounts', 'wechat', 'money', 'settings'],
  sandbox: ['languages', 'contract', 'http', 'db', 'accounts', 'money'],
  settings: ['store', 'generator', 'labels', 'accounts', 'wechat', 'money', 'push'],
  measure: ['http', 'db', 'store', 'jobs', 'money', 'reports'],
};

/** These folders may import from every folder, as may files directly in `server`. */
const onTop = ['services', 'start'];

/** Returns a file's folder in server; 'app' for files directly in server. */
function zoneOf(file: string): string {
  const folder = /^server\/([^/]+)\//.exec(file)?.[1] ?? 'app';
  return onTop.includes(folder) ? 'app' : folder;
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
    findViolations: tree =>
      codeIn(tree, 'server').flatMap(file => {
        const allowed = mayImport[zoneOf(file)] ?? [];
        return allImports(tree, file)
          .filter(target => target.startsWith('server/') && zoneOf(target) !== zoneOf(file))
          .filter(target => zoneOf(file) !== 'app' && !allowed.includes(zoneOf(target)))
          .map(
            target =>
              `${file} imports ${target}; ${zoneOf(file)} may import from ${allowed.join(', ') || 'no other zone'}`,
          );
      }),
    breaks: [
      {
        files: {
          'server/http/broken.ts': "import type { Job } from '../jobs/run-job.ts';",
          'server/db/broken.ts': "import { openLog } from '../log.ts';",
        },
        says: [
          'server/http/broken.ts imports server/jobs/run-job.ts; http may import from languages, contract, db',
          'server/db/broken.ts imports server/log.ts; db may import from no other zone',
        ],
      },
    ],
  },
  {
    name: 'each zone of the server has a row in the table of zones, and the table has no cycle',
    findViolations(tree) {
      const zones = new Set(codeIn(tree, 'server').map(zoneOf));
      const unknown = [...zones].filter(zone => zone !== 'app' && !(zone in mayImport));
      return [
        ...unknown.map(zone => `server/${zone} has no row in the table of zones`),
        ...findCycles(Object.keys(mayImport), zone => mayImport[zone] ?? []),
      ];
    },
    breaks: [
      { files: { 'server/extra/broken.ts': '' }, says: ['server/extra has no row in the table of zones'] },
    ],
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
    breaks: [
      {
        files: { 'server/measure/health.ts': "import type { Services } from '../services/services.ts';" },
        says: [
          'server/measure/health.ts imports server/services/services.ts; name what it needs ({ db, clock })',
        ],
      },
    ],
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
    breaks: [
      {
        files: {
          'server/money/broken.ts': "const response = await fetch('https://pay.example');",
          'server/http/broken.ts': "import { get } from 'node:https';",
          'server/jobs/broken.ts': "import { request } from 'node:http';",
        },
        says: [
          'server/money/broken.ts sends a request; call fetchElsewhere, which bounds the response',
          'server/http/broken.ts sends a request; call fetchElsewhere, which bounds the response',
          'server/jobs/broken.ts sends a request; call fetchElsewhere, which bounds the response',
        ],
      },
    ],
  },
];
