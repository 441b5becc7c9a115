import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn } from '../support/backend.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { runDesk } from './desk-world.ts';

const backend = sharedBackend();

test('without a running server the desk command opens the database itself, or says which process uses the database', async () => {
  await signIn(backend, 'Ann Alone');
  const { dataDir: DATA_DIR, databaseUrl } = backend.services.config;
  const environment = { DATA_DIR, DATABASE_URL: databaseUrl ?? '' };

  const { code, out, err } = await runDesk(environment, ['user', 'find', 'Ann', '--csv']);

  if (databaseUrl === null) {
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`is using ${DATA_DIR}`) });
  } else {
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(',Ann Alone,facebook,50,,') });
  }
});

test('the desk command does not create a database', async () => {
  const DATA_DIR = join(backend.services.config.dataDir, 'no-data');

  const run = await runDesk({ DATA_DIR, DATABASE_URL: '' }, ['user', 'find', 'Ann']);

  expect(run).toEqual({
    code: 1,
    out: '',
    err: `There is no database in ${DATA_DIR}; set DATA_DIR or DATABASE_URL as for the server.\n`,
  });
});
