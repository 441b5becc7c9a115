import preact from '@preact/preset-vite';
import { defineConfig } from 'vitest/config';
import { environment } from './scripts/process-settings.mjs';
import { findPostgres } from './tests/support/api/postgres.ts';
import { isLong } from './tests/support/some-of.ts';

// Test processes have the same settings of memory and threads as the product's.
Object.assign(process.env, environment());

// Test files share processes (`isolate: false`), which takes a third of the time: starting a process costs most.

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
  // Without the alias Node would load the SDK's client for servers, which accepts no Blob.
  alias: { 'ali-oss': 'ali-oss/lib/browser/client.js' },
};

// If the first two were not inlined, Vitest would load the real React into them despite the alias. The third has state
// of the page, and only inlined modules are new for each test file.
const inline = ['wouter', 'valtio', 'weixin-js-sdk'];

const node = {
  environment: 'node',
  isolate: false,
  setupFiles: ['tests/support/equal-bytes.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** Tests that depend on no database or only on the embedded one. All others run on PostgreSQL, if it is installed. */
const withoutDatabase = [
  'tests/server/desk/{repair-verbs,save-files,user-verbs}.test.ts',
  'tests/server/generator/*.test.ts',
  'tests/server/http/files/*.test.ts',
  'tests/server/http/limits/{fair-queue,limit-bodies,limit-connections}.test.ts',
  'tests/server/store/*.test.ts',
  'tests/server/templates/*.test.ts',
  'tests/server/try-ons/try-on-drawer.test.ts',
  'tests/server/{start/{main,dev-plugin},jobs/{photo-decoder,restart}}.test.ts',
];

/** Tests that the long form does not repeat on React, because they depend little or not on the renderer. */
const belowRenderer = [
  'tests/src/{api,flows,i18n,platform,state}/**/*.test.ts',
  'tests/src/screens/{consent,last-known-lists,make-pic-*}.test.tsx',
];

/** The drill of the long form; `try-ons` is its short form. */
const leftOut = isLong ? [] : ['tests/cluster/try-ons-beside-jobs.test.ts'];

/** The backend's tests on a PostgreSQL server, and tests that need several processes. */
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

// In CI the setup fails if PostgreSQL is missing.
const withPostgres = findPostgres() !== null || Boolean(process.env.CI);
if (!withPostgres) console.warn('PostgreSQL is not installed: the tests that need it are left out.');

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    // Vitest's default leaves one of two cores idle; several tests mostly wait.
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
          // This test renders the page with React; browser tests check that Preact hydrates it.
          exclude: ['tests/src/prerender.test.tsx'],
          server: { deps: { inline } },
        },
      },
      // The released app uses Preact; the long form also checks that the source works with React.
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
