/** The tests that look at a folder from the outside: the project of vitest.config.ts that runs them, and where they lie. */
export const testsOf = {
  'server/money': { project: 'server', include: ['tests/server/{money,erasure,jobs/main-job}*/*.test.ts'] },
  'server/jobs': { project: 'server', include: ['tests/server/jobs/*.test.ts'] },
  'server/accounts': {
    project: 'server',
    include: ['tests/server/{accounts,erasure}/*.test.ts', 'tests/server/http/operations.test.ts'],
  },
  'server/erasure': { project: 'server', include: ['tests/server/erasure/*.test.ts'] },
  'src/state': { project: 'preact', include: ['tests/src/{state,flows,screens,app}/*.test.{ts,tsx}'] },
  'src/flows': { project: 'preact', include: ['tests/src/{flows,screens,app}/*.test.{ts,tsx}'] },
  'src/platform': { project: 'preact', include: ['tests/src/{platform,flows,app}/**/*.test.{ts,tsx}'] },
};
