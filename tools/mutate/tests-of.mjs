const inApp = rooms => ({
  project: 'preact',
  include: rooms.map(room => `tests/src/${room}/**/*.test.{ts,tsx}`),
});

/** The tests that look at a folder from the outside: the project of vitest.config.ts that runs them, and where they lie. */
export const testsOf = {
  'server/money': {
    project: 'server',
    include: ['tests/server/{money,erasure}/*.test.ts', 'tests/server/jobs/main-job.test.ts'],
  },
  'server/jobs': {
    project: 'server',
    include: [
      // The one counts processes, of which the others leave some here; the other takes half a minute.
      'tests/server/jobs/!(photo-decoder|restart).test.ts',
      'tests/server/erasure/unfinished-erasures.test.ts',
      'tests/server/http/operations.test.ts',
      'tests/server/money/ledger.test.ts',
      'tests/server/desk/repair-verbs.test.ts',
    ],
  },
  'server/accounts': {
    project: 'server',
    include: [
      'tests/server/{accounts,erasure}/**/*.test.ts',
      'tests/server/operator/consent.test.ts',
      'tests/server/http/operations.test.ts',
      'tests/server/desk/user-verbs.test.ts',
    ],
  },
  'server/erasure': {
    project: 'server',
    include: [
      'tests/server/{erasure,accounts}/*.test.ts',
      'tests/server/desk/user-verbs.test.ts',
      'tests/server/jobs/wasted-work.test.ts',
      'tests/server/operator/consent.test.ts',
    ],
  },
  'src/state': inApp(['state', 'flows', 'platform/storage']),
  'src/flows': inApp(['flows', 'state', 'screens']),
  'src/platform/bridge': inApp(['platform', 'flows', 'screens']),
  'src/platform/storage': inApp(['platform/storage', 'state']),
  'src/platform/pictures': inApp(['platform', 'flows', 'screens']),
  'src/platform/upload': inApp(['platform/upload', 'platform/storage']),
};
