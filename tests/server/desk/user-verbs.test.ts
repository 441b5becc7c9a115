import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, inject, test } from 'vitest';
import { order, pay } from '../../support/api/api.ts';
import { someOf } from '../../support/some-of.ts';
import { signIn } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { coinsOf, finishedJob, idOf, ledgerOf } from '../support/jobs.ts';
import { openDeskWorld } from './desk-world.ts';

const world = await forFile(openDeskWorld());

test('a user is found by name, order or receipt, and the user’s events are listed by time', async () => {
  const ann = await signIn(world.backend, 'Ann Story');
  const { order_id } = await order(ann, 1);
  const receipt = await pay(ann, order_id);
  await ann.post('paySuccess', { order_id, receipt });
  await finishedJob(ann);

  const [byName, byPart, byOrder, byReceipt] = await Promise.all(
    ['Ann Story', 'nn stor', order_id, receipt].map(text => world.report('user', 'find', text)),
  );
  expect(byName!.rows).toMatchObject([{ nickname: 'Ann Story', coins: 130, vip_until: null }]);
  expect([byPart, byOrder, byReceipt]).toEqual([byName, byName, byName]);

  const { facts, rows } = await world.report('user', 'show', String(byName!.rows![0]!.user_id));
  expect(facts).toMatchObject({ nickname: 'Ann Story', coins: 130 });
  const told = rows!.map(({ what, coins, balance }) => [what, coins, balance]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['account created by facebook', null, null],
      ['signed in', null, null],
      ['Welcome gift', 50, 50],
      ['ordered coins_100 for 10.00 yuan', null, null],
      ['paid 10.00 yuan for coins_100', null, null],
      ['Coins bought', 100, 150],
      ['gave a photo', null, null],
      [expect.stringMatching(/^asked for ".+" with 1 photos$/), null, null],
      ['A set of pictures', -20, 130],
      [expect.stringMatching(/^".+": finished$/), null, null],
    ]),
  );
  const times = rows!.map(({ time }) => String(time));
  expect(times).toEqual(times.toSorted());
});

test('a gift adds one row to the ledger and one to the audit, and neither row can be changed', async () => {
  const ben = await signIn(world.backend, 'Ben Gift');
  const id = await idOf(ben);

  const why = ['--reason', 'late pictures', '--as', 'Mia', '--yes'];
  const given = await world.report('user', 'gift', id, '20', ...why);

  expect(given.facts).toEqual({ user_id: id, coins: 70 });
  expect(await ledgerOf(ben)).toMatchObject([{ change: 50 }, { change: 20, reason: 'A gift from us' }]);
  const { rows } = await world.report('audit', 'list', '--subject', id);
  const done = { source: 'desk', by: 'Mia', action: 'user gift', reason: 'late pictures' };
  expect(rows).toMatchObject([{ ...done, before: { coins: 50 }, after: { coins: 70 } }]);
  const { query } = world.backend.services.db;
  await expect(query.updateTable('audit').set({ reason: 'x' }).execute()).rejects.toThrow('append-only');
  await expect(query.deleteFrom('audit').execute()).rejects.toThrow('append-only');
});

test('a change by the operator needs a confirmation, a reason and a valid number of coins', async () => {
  const id = await idOf(await signIn(world.backend, 'Cat Asked'));
  const gift = ['user', 'gift', id];
  const why = ['--reason', 'x'];

  const [unasked, unreasoned, blank, negative, unknown] = await Promise.all([
    world.desk(...gift, '20', ...why),
    world.desk(...gift, '20', '--yes'),
    world.desk(...gift, '20', '--yes', '--reason', ' '),
    world.desk(...gift, '--yes', ...why, '--', '-20'),
    world.desk('user', 'gift', 'nobody', '20', '--yes', ...why),
  ]);

  expect(unasked).toMatchObject({ code: 2, out: '' });
  expect(unasked.err).toBe(
    'Give 20 coins to Cat Asked, who has 50.\nNobody can be asked here: add --yes to do it.\n',
  );
  expect(unreasoned).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
  expect(blank).toMatchObject({ code: 1, err: 'A change needs --reason.\n' });
  expect(negative).toMatchObject({ code: 1, err: 'Coins are a whole number from 1 to 10000.\n' });
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('There is no user nobody') });
  expect((await world.report('user', 'show', id)).facts).toMatchObject({ coins: 50 });
});

test('ending a user’s sessions forces a new sign-in, and deleting the user removes the account', async () => {
  const dan = await signIn(world.backend, 'Dan Lost');
  const id = await idOf(dan);
  const { facts } = await world.report('user', 'end-sessions', id, '--reason', 'lost phone', '--yes');
  expect(facts).toEqual({ user_id: id, sessions_ended: 1 });
  // Other processes cache a token for up to three seconds after its revocation, so wait longer.
  world.backend.clock.ahead += 4_000;
  expect(await dan.get('getUserInfo')).toMatchObject({ status: 401 });
  expect(await coinsOf(await signIn(world.backend, 'Dan Lost'))).toBe(50);

  await world.report('user', 'delete', id, '--reason', 'by letter', '--yes');
  expect((await world.report('user', 'find', 'Dan Lost')).rows).toEqual([]);
  const { rows } = await world.report('audit', 'list', '--subject', id);
  expect(rows![0]).toMatchObject({ action: 'user delete', reason: 'by letter', before: { coins: 50 } });

  // The audit names the user, not the operator, as the author of this deletion.
  const fay = await signIn(world.backend, 'Fay Leaves');
  const by = await idOf(fay);
  await fay.post('deleteAccount');
  const own = await world.report('audit', 'list', '--source', 'user');
  expect(own.rows).toMatchObject([{ by, action: 'account delete', subject: by, after: { deleted: true } }]);
});

test('a month’s audit is exported in order, and no cell starts a spreadsheet formula', async () => {
  const id = await idOf(await signIn(world.backend, 'Jo Formula'));
  await world.report('user', 'gift', id, '1', '--reason', '=HYPERLINK("http://evil")', '--yes');
  const month = new Date(world.backend.services.clock()).toISOString().slice(0, 7);

  const { out } = await world.desk('audit', 'export', '--month', month, '--csv');

  expect(out.split('\n')[0]).toBe('id,time,source,by,action,subject,reason,before,after');
  expect(out).toContain(`"'=HYPERLINK(""http://evil"")"`);
  const { rows } = await world.report('audit', 'export', '--month', month);
  expect(rows!.map(({ id }) => id)).toEqual(
    rows!.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b)),
  );
});

test('a nickname cannot send control codes or line breaks to the operator’s terminal', async () => {
  const id = await idOf(await signIn(world.backend, 'Kim Steers'));
  await world.backend.services.db.query
    .updateTable('users')
    .set({ nickname: 'Kim \u001b[2J\u009b31m\u202Eevil\n=1+1' })
    .where('user_id', '=', id)
    .execute();
  const [table, json, csv, plan] = await Promise.all([
    world.desk('user', 'find', 'Kim'),
    world.desk('user', 'find', 'Kim', '--json'),
    world.desk('user', 'find', 'Kim', '--csv'),
    world.desk('user', 'gift', id, '1', '--reason', 'x'),
  ]);

  for (const text of [table.out, json.out, csv.out, plan.err]) {
    expect(text).toContain('Kim');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).not.toMatch(/^=/m);
  }
  expect([table.out, csv.out, plan.err].map(text => text.trim().split('\n').length)).toEqual([2, 2, 2]);
});

test('the help has an example, a misspelled word gets a suggestion, and long lists are paged', async () => {
  for (const name of ['Page One', 'Page Two', 'Page Three']) await signIn(world.backend, name);
  const [help, noun, verb, page, first, second] = await Promise.all([
    world.desk('user', 'gift', '--help'),
    world.desk('usr'),
    world.desk('parked', 'lst'),
    world.desk('job', 'list', '--limit', '0'),
    world.desk('user', 'find', 'Page ', '--limit', '2', '--csv'),
    world.report('user', 'find', 'Page ', '--limit', '2', '--page', '2'),
  ]);

  expect(help.code).toBe(0);
  expect(help.out).toContain('desk user gift 66f0c2a1b7e94d0c8a55e1aa 20 --reason "the pictures came late"');
  expect(noun).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean user?') });
  expect(verb).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean list?') });
  expect(page).toMatchObject({ code: 2, err: expect.stringContaining('a whole number from 1 to 1000') });
  expect([first.out.trim().split('\n').length, first.err]).toEqual([3, 'There are more: --page 2\n']);
  expect(second).toMatchObject({ rows: [{ nickname: 'Page One' }] });
  expect(second.nextPage).toBeUndefined();
});

/** Types keys at the confirmation of a gift in a terminal; returns the exit code, the output and the balance. */
async function typeAtPrompt(name: string, keys: string) {
  const user = await signIn(world.backend, name);
  const id = await idOf(user);
  const command = `'${process.execPath}' '${inject('scripts').desk}' user gift ${id} 7 --reason apology`;
  const { dataDir } = world.backend.services.config;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir },
    cwd: world.folder,
  });
  let seen = '';
  terminal.stdout.on('data', piece => {
    const isAsked = seen.includes('[y/N]');
    seen += piece;
    if (!isAsked && seen.includes('[y/N]')) terminal.stdin.write(keys);
  });
  const [code] = await once(terminal, 'close');
  return { code, seen, coins: await coinsOf(user) };
}

test.each(
  someOf(3, [
    ['y\r', 0, 57],
    ['yet\r', 1, 50],
    // Ctrl+C
    ['\u0003', 1, 50],
    // Ctrl+D
    ['\u0004', 1, 50],
    ['YES\r', 0, 57],
    ['\r', 1, 50],
    ['n\r', 1, 50],
  ] as const),
)('after the keys %j the command exits with %d and the user has %d coins', async (keys, code, coins) => {
  const end = await typeAtPrompt(`Prompt ${JSON.stringify(keys).slice(1, -1)}`, keys);
  expect(end).toMatchObject({ code, coins });
  expect(end.seen).toContain('7 coins');
  if (code === 1) expect(end.seen).toContain('Nothing was done.');
});
