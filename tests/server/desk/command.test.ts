import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../support/backend.ts';
import { type DeskWorld, openDeskWorld } from './desk-world.ts';

let world: DeskWorld;

beforeAll(async () => {
  world = await openDeskWorld();
});

afterAll(() => world.close());

test('the audit of a month comes whole, for a spreadsheet that runs no formula of ours', async () => {
  await signIn(world.backend, 'Jo Formula');
  const id = await world.idOf('Jo Formula');
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

test('a name cannot steer the terminal, nor begin a line of its own', async () => {
  await world.backend.services.db.query
    .updateTable('users')
    .set({ nickname: 'Kim \u001b[2J\u009b31m\u202Eevil\n=1+1' })
    .where('nickname', '=', (await signIn(world.backend, 'Kim Steers')) && 'Kim Steers')
    .execute();

  const id = await world.idOf('Kim ');
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

test('long lists come by pages', async () => {
  const names = ['Page One', 'Page Two', 'Page Three'];
  for (const name of names) await signIn(world.backend, name);

  const [first, second] = await Promise.all([
    world.desk('user', 'find', 'Page ', '--limit', '2', '--csv'),
    world.report('user', 'find', 'Page ', '--limit', '2', '--page', '2'),
  ]);

  expect(first.out.trim().split('\n')).toHaveLength(3);
  expect(first.err).toBe('There are more: --page 2\n');
  expect(second).toMatchObject({ rows: [{ nickname: 'Page One' }] });
  expect(second.nextPage).toBeUndefined();
});

test('help tells by example, and a slip of the finger is met with the right word', async () => {
  const [help, noun, verb, page] = await Promise.all([
    world.desk('user', 'gift', '--help'),
    world.desk('usr'),
    world.desk('parked', 'lst'),
    world.desk('job', 'list', '--limit', '0'),
  ]);

  expect(help.code).toBe(0);
  expect(help.out).toContain('desk user gift 66f0c2a1b7e94d0c8a55e1aa 20 --reason "the pictures came late"');
  expect(noun).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean user?') });
  expect(verb).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean list?') });
  expect(page).toMatchObject({ code: 2, err: expect.stringContaining('a whole number from 1 to 1000') });
});
