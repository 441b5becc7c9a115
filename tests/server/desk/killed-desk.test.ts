import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { isLong } from '../../support/is-long.ts';
import { folderForFile } from '../support/for-file.ts';
import { putEmptyDatabase } from '../support/test-database.ts';
import { runDesk } from './desk-world.ts';

/** The number of commands to kill; `DESK_KILLS=40` runs a longer drill. */
const kills = Number(process.env.DESK_KILLS ?? (isLong ? 4 : 2));

const DATA_DIR = await folderForFile();
await putEmptyDatabase(DATA_DIR);

/** Opens the database again; returns the balance, the sum of the ledger and the number of gifts in the audit. */
async function whatIsLeft(): Promise<{ coins: number; ledger: number; gifts: number }> {
  const db = await openDatabase({ dataDir: DATA_DIR, databaseUrl: null });
  const { coins } = await db.query.selectFrom('users').select('coins').executeTakeFirstOrThrow();
  const changes = await db.query.selectFrom('coin_statements').select('change').execute();
  const { gifts } = await db.query
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<string>().as('gifts'))
    .executeTakeFirstOrThrow();
  await db.close();
  return { coins, ledger: changes.reduce((sum, { change }) => sum + change, 0), gifts: Number(gifts) };
}

test('if the desk command is killed during a gift, the embedded database has the whole gift or nothing of it', async () => {
  const db = await openDatabase({ dataDir: DATA_DIR, databaseUrl: null });
  const user = { user_id: 'u1', login_type: 'name', login_name: 'Ann', nickname: 'Ann', avatar: '' };
  await db.query
    .insertInto('users')
    .values({ ...user, create_time: new Date() })
    .execute();
  await db.close();
  const words = ['user', 'gift', 'u1', '7', '--reason', 'apology', '--yes'];
  const environment = { DATA_DIR, DATABASE_URL: '' };
  const start = performance.now();
  expect(await runDesk(environment, words)).toMatchObject({ code: 0, err: '' });
  const whole = performance.now() - start;
  expect(await whatIsLeft()).toEqual({ coins: 7, ledger: 7, gifts: 1 });

  for (let kill = 1; kill <= kills; kill++) {
    const child = spawn(process.execPath, [inject('scripts').desk, ...words], {
      env: { ...process.env, NODE_ENV: 'development', ...environment },
      stdio: 'ignore',
    });
    const end = once(child, 'exit');
    // Kill only after a third of the command's usual time: before that, it has not opened the database.
    await Promise.race([pause(whole * (1 / 3 + (2 / 3) * (kill / kills))), end]);
    child.kill('SIGKILL');
    await end;
    const { coins, ledger, gifts } = await whatIsLeft();
    expect({ coins, ledger }).toEqual({ coins: 7 * gifts, ledger: 7 * gifts });
  }
  expect(await runDesk(environment, words)).toMatchObject({ code: 0, err: '' });
});
