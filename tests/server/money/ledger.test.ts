import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { order, pay } from '../../support/api/api.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { changesOf, createJob, finishJob, ledgerOf, startJob, waitForStatus } from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend();

test.each([
  ['UPDATE coin_statements SET change = change + 1', 'append-only'],
  ['DELETE FROM coin_statements', 'append-only'],
  ['TRUNCATE coin_statements', 'append-only'],
  ['UPDATE users SET coins = -1', 'users_coins_check'],
])('the database refuses the statement “%s”', async (statement, reason) => {
  const ann = await signIn(backend, 'Ann');
  const { query } = backend.services.db;
  await expect(sql.raw(statement).execute(query)).rejects.toThrow(reason);
  expect(await ledgerOf(ann)).toHaveLength(1);
});

test('a job is created if the balance equals the price, but not with one coin less', async () => {
  const pair = await Promise.all([50, 51].map(cost => openTestBackend({ GENERATE_COST: String(cost) })));
  const [made, refused] = await Promise.all(
    pair.map(async exact => {
      const ann = await signIn(exact, 'Ann');
      const { code } = await createJob(ann);
      const { data } = await ann.get('getTrainAndGenerateResultList');
      return { code, jobs: data.list.length, changes: await changesOf(ann) };
    }),
  );
  await Promise.all(pair.map(exact => exact.close()));

  expect(made).toEqual({ code: 0, jobs: 1, changes: [50, -50] });
  expect(refused).toEqual({ code: 2218020, jobs: 0, changes: [50] });
});

test('the ledger is listed newest first, in pages, in the language of the request', async () => {
  const bob = await signIn(backend, 'Bob', 'zh');
  await createJob(bob);
  const page = (cur_page: number) => bob.get('getCoinStatementList', { cur_page, page_size: 1 });

  expect((await page(1)).data.list).toMatchObject([{ change: -20, remaining: 30, reason: '制作写真' }]);
  expect((await page(2)).data.list).toMatchObject([{ change: 50, remaining: 50, reason: '新人赠送' }]);
  expect((await page(3)).data.list).toEqual([]);
});

test('the ledger shows coins as held, then as spent or returned, with the picture they paid for', async () => {
  const dan = await signIn(backend, 'Dan');
  const shown = async () => (await ledgerOf(dan)).map(({ change, job }) => [change, job?.state]);
  const work = pauseWork(backend.generator);
  const made = await startJob(dan);
  await work.begun();
  expect(await shown()).toEqual([
    [50, undefined],
    [-20, 'held'],
  ]);
  const held = (await ledgerOf(dan)).at(-1)?.job;
  expect(held?.pic_url).toContain('/template-pics/1?');
  expect(held?.title).not.toBe('');

  work.release();
  await waitForStatus(dan, made, 5);
  expect(await shown()).toEqual([
    [50, undefined],
    [-20, 'spent'],
  ]);
  expect((await ledgerOf(dan)).at(-1)?.job?.pic_url).toContain('/pictures/');

  backend.generator.beforeReturn = async () => {
    throw new Error('out of paint');
  };
  await finishJob(dan, 6);
  const returned = [-20, 20].map(change => [change, 'returned']);
  expect((await shown()).slice(-2)).toEqual(returned);
  backend.generator.beforeReturn = async () => {};
});

test('the balance equals the ledger’s sum while payments and failing jobs run concurrently', async () => {
  const cat = await signIn(backend, 'Cat');
  backend.generator.beforeReturn = async () => {
    throw new Error('out of paint');
  };
  const orders = await Promise.all([1, 2, 3].map(() => order(cat, 1)));
  const receipts = await Promise.all(orders.map(({ order_id }) => pay(cat, order_id)));

  const jobs = Array.from({ length: 60 }, () => createJob(cat));
  const payments = Array.from({ length: 60 }, (_, index) => {
    const { order_id } = orders[index % 3]!;
    return cat.post('paySuccess', { order_id, receipt: receipts[index % 3]! });
  });
  const responses = await Promise.all(jobs);
  await Promise.all(payments);
  const created = responses.filter(({ code }) => code === 0);
  for (const { data } of created) await waitForStatus(cat, data.train_and_generate_info, 6);

  const ledger = await ledgerOf(cat);
  const count = (reason: string) => ledger.filter(row => row.reason === reason).length;
  expect(count('Coins bought')).toBe(3);
  expect(count('A set of pictures')).toBe(created.length);
  expect(count('Returned: no pictures were made')).toBe(created.length);
  expect(ledger.at(-1)!.remaining).toBe(350);
});
