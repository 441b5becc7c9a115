import preact from '@preact/preset-vite';
import { defineConfig } from 'vitest/config';
import { environment } from './scripts/process-settings.mjs';
import { findPostgres } from './tests/support/api/postgres.ts';
import { isLong } from './tests/support/is-long.ts';

// The processes of the tests have the memory and the threads of the product's.
Object.assign(process.env, environment());

// Files that share a process (`isolate: false`) take a third of the time: most of a file's cost is the start of its own.

/** The unit tests of the web app; their setup gives each file fresh modules. */
const web = {
  include: ['tests/src/**/*.test.{ts,tsx}'],
  environment: 'happy-dom',
  isolate: false,
  environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
  setupFiles: ['tests/support/setup.ts'],
  globalSetup: ['tests/support/api/backend.ts'],
  testTimeout: 40_000,
  hookTimeout: 40_000,
  // Node would get the SDK's client for servers, which takes no Blob.
  alias: { 'ali-oss': 'ali-oss/lib/browser/client.js' },
};

// Vitest would load the real React into the first two, whatever the alias says, if they were not inlined; the third
// remembers its page, and only what is inlined is fresh in each file.
const inline = ['wouter', 'valtio', 'weixin-js-sdk'];

const node = {
  environment: 'node',
  isolate: false,
  setupFiles: ['tests/support/equal-bytes.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** What is the same on every database, and what is about the embedded one alone: everything else is asked of PostgreSQL, where there is one. */
const withoutDatabase = [
  'tests/server/desk/{killed-desk,repair-verbs,save-files,user-verbs}.test.ts',
  'tests/server/generator/*.test.ts',
  'tests/server/http/files/*.test.ts',
  'tests/server/http/limits/{fair-queue,limit-bodies,limit-connections}.test.ts',
  'tests/server/store/*.test.ts',
  'tests/server/templates/*.test.ts',
  'tests/server/try-ons/try-on-drawer.test.ts',
  'tests/server/{start/main,jobs/{photo-decoder,restart}}.test.ts',
];

/** What renders nothing, what the wizard does when calls fail or another tab is open, what is agreed to and what is remembered: once is enough. */
const belowRenderer = [
  'tests/src/{api,flows,i18n,platform,state}/**/*.test.ts',
  'tests/src/screens/{consent,last-known-lists,make-pic-*}.test.tsx',
];

/** Drills of the long form, each beside a shorter one: `attacked-desk`, and `try-ons`. */
const longDrills = ['tests/server/desk/killed-desk.test.ts', 'tests/cluster/try-ons-beside-jobs.test.ts'];
const leftOut = isLong ? [] : longDrills;

/** The backend's tests on a PostgreSQL server instead of the embedded database, and what needs several processes. */
const postgresql = {
  extends: true as const,
  test: {
    ...node,
    name: 'postgresql',
    include: ['tests/server/**/*.test.ts', 'tests/{cluster,fuzz}/**/*.test.ts'],
    exclude: [...withoutDatabase, ...leftOut],
    globalSetup: ['tests/support/api/postgres.ts', 'tests/support/api/build-scripts.ts'],
  },
};

// Where tests are the gate, PostgreSQL must be there: its setup fails without.
const withPostgres = findPostgres() !== null || Boolean(process.env.CI);
if (!withPostgres) console.warn('PostgreSQL is not installed: the tests that need it are left out.');

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    // The default leaves one of two cores idle; several tests wait rather than work.
    maxWorkers: 3,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        plugins: [preact({ reactAliasesEnabled: true, prefreshEnabled: false, devToolsEnabled: false })],
        resolve: {
          alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' }],
        },
        test: {
          ...web,
          name: 'preact',
          // React renders the page that is hydrated; the stories see that Preact takes it over.
          exclude: ['tests/src/prerender.test.tsx'],
          server: { deps: { inline } },
        },
      },
      // What ships renders with Preact; that nothing rests on how it differs is asked by the long form.
      ...(isLong
        ? [
            {
              extends: true as const,
              test: { ...web, name: 'react', exclude: belowRenderer, server: { deps: { inline } } },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          ...node,
          name: 'server',
          globalSetup: ['tests/support/api/build-scripts.ts'],
          include: [
            ...(withPostgres && !isLong ? withoutDatabase : ['tests/server/**/*.test.ts']),
            'tests/*.test.ts',
            'tests/{architecture,scripts}/*.test.ts',
          ],
          exclude: leftOut,
        },
      },
      ...(withPostgres ? [postgresql] : []),
    ],
  },
});
