import { expect, test } from 'vitest';
import { removeOldReports } from '../../../server/reports/routes.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { finishedJob, idOf, picsOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ GENERATE_COST: '1', PICS_PER_JOB: '1', TRUST_PROXY: '1' });

/** Makes a user's finished picture public; `path` is the path of its public page. */
async function publicPic(user: TestUser) {
  const { generate_id } = await finishedJob(user);
  const [pic] = await picsOf(user, { generate_id });
  const { data } = await user.post('createShareCard', { generate_id, pic_id: pic!.id });
  return { generate_id, pic_id: pic!.id, path: new URL(data.page_url).pathname };
}

/** Submits the report form of a public page from this IP address; returns the response. */
const report = (path: string, address: string, fields: Record<string, string> = { reason: 'other' }) =>
  backend.app.inject({
    method: 'POST',
    url: `${path}/report`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    payload: new URLSearchParams(fields).toString(),
  });

const statusOf = async (path: string) => (await backend.app.inject(path)).statusCode;
const receiptIn = (html: string) => html.match(/\d{4}-\d{4}-\d{4}/)?.[0];

test('anybody can report a public picture without an account or scripts, and gets a receipt', async () => {
  const { path } = await publicPic(await signIn(backend, 'Ann'));
  expect((await backend.app.inject(path)).body).toContain(`href="${path}/report"`);
  const form = await backend.app.inject({ url: `${path}/report`, headers: { 'accept-language': 'zh' } });
  expect(form.body).toContain('举报这张写真');
  expect(form.headers['content-security-policy']).toContain("form-action 'self'");

  const done = await report(path, '10.0.0.1', { reason: 'not-allowed', words: 'It is <b>me</b>' });
  expect(done.statusCode).toBe(200);
  const receipt = receiptIn(done.body);
  expect(receipt).toBeDefined();
  expect(receiptIn((await report(path, '10.0.0.1')).body)).toBe(receipt);
  const row = await backend.services.db.query
    .selectFrom('reports')
    .selectAll()
    .where('report_id', '=', receipt!)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ reason: 'not-allowed', words: 'It is <b>me</b>', outcome: 'open' });
  backend.clock.ahead += 90_000_000;
  const metrics = await backend.services.metrics.registry.metrics();
  expect(metrics).toContain('tyy_reports_waiting 1\n');
  expect(metrics).toMatch(/^tyy_oldest_report_seconds 9\d{4}/m);
  backend.clock.ahead -= 90_000_000;
  expect(row.reporter).not.toContain('10.0.0.1');
});

test('reports from three callers hide a picture from all but its owner; three from one caller do not', async () => {
  const bob = await signIn(backend, 'Bob');
  const { path, generate_id, pic_id } = await publicPic(bob);
  expect((await bob.get('getShareCards', { generate_id })).data.list).toMatchObject([{ hidden: false }]);
  for (let time = 0; time < 4; time++) await report(path, '10.0.1.1');
  await report(path, '2001:db8::1');
  await report(path, '2001:db8::2');
  expect(await statusOf(path)).toBe(200);
  await report(path, '10.0.1.3');
  expect(
    await Promise.all([statusOf(path), statusOf(`${path}/card.jpg`), statusOf(`${path}/report`)]),
  ).toEqual([404, 404, 404]);
  expect(await picsOf(bob, { generate_id })).toHaveLength(1);
  // The owner sees that the picture is hidden, even after sharing it again.
  expect((await bob.get('getShareCards', { generate_id })).data.list).toMatchObject([{ hidden: true }]);
  const again = await bob.post('createShareCard', { generate_id, pic_id });
  expect(again.data).toMatchObject({ hidden: true });
});

test('a caller’s reports count less after a dismissal, and reports never hide a cleared picture', async () => {
  const { db } = backend.services;
  const eve = await signIn(backend, 'Eve');
  const first = await publicPic(eve);
  const mob = ['10.0.2.1', '10.0.2.2', '10.0.2.3'];
  for (const address of mob) await report(first.path, address);
  await db.query.updateTable('reports').set({ outcome: 'kept' }).where('pic_id', '=', first.pic_id).execute();
  await db.query.updateTable('pics').set({ review: 'cleared' }).where('pic_id', '=', first.pic_id).execute();
  expect(await statusOf(first.path)).toBe(200);
  for (const address of ['10.0.2.4', '10.0.2.5', '10.0.2.6']) await report(first.path, address);
  expect(await statusOf(first.path)).toBe(200);

  const second = await publicPic(eve);
  for (const address of mob) await report(second.path, address);
  expect(await statusOf(second.path)).toBe(200);
  for (const address of ['10.0.2.7', '10.0.2.8']) await report(second.path, address);
  expect(await statusOf(second.path)).toBe(404);
});

test('in the app a user can report only their own pictures', async () => {
  const [dan, fay] = [await signIn(backend, 'Dan'), await signIn(backend, 'Fay')];
  const { generate_id, pic_id } = await publicPic(dan);
  const body = { generate_id, pic_id, reason: 'sexual' as const };
  const { data } = await dan.post('reportPic', { ...body, words: 'odd' });
  expect(data.receipt).toMatch(/^\d{4}-\d{4}-\d{4}$/);
  expect((await fay.post('reportPic', body)).code).toBe(1003);
  expect((await dan.send('POST', 'reportPic', { ...body, reason: 'fun' })).code).toBe(1004);
  expect((await dan.send('POST', 'reportPic', { ...body, words: 'x'.repeat(501) })).code).toBe(1004);
});

test('invalid forms and reports of removed pictures are refused', async () => {
  const gil = await signIn(backend, 'Gil');
  const { path, generate_id, pic_id } = await publicPic(gil);
  const refused = [
    {},
    { reason: 'fun' },
    { reason: 'other', words: 'x'.repeat(501) },
    { reason: 'other', words: '\0' },
  ];
  for (const fields of refused)
    expect((await report(path, '10.0.3.1', fields as Record<string, string>)).statusCode).toBe(400);
  expect((await report('/share/none', '10.0.3.1')).statusCode).toBe(404);

  const { list } = (await gil.get('getTrainAndGenerateResultList')).data;
  await gil.post('deleteTrainAndGenerate', { train_id: list[0]!.train_id, generate_id });
  expect((await report(path, '10.0.3.1')).statusCode).toBe(404);
  const left = backend.services.db.query
    .selectFrom('reports')
    .select('report_id')
    .where('pic_id', '=', pic_id);
  expect(await left.execute()).toEqual([]);
});

test('a caller can report at most twenty pictures a day', async () => {
  const { db, clock } = backend.services;
  const kim = await signIn(backend, 'Kim');
  const [one, another] = [await publicPic(kim), await publicPic(kim)];
  await report(one.path, '10.0.4.1');
  const { reporter } = await db.query
    .selectFrom('reports')
    .select('reporter')
    .where('pic_id', '=', one.pic_id)
    .executeTakeFirstOrThrow();
  const ids = Array.from({ length: 19 }, (_, place) => `more-${place}`);
  const owned = { generate_id: one.generate_id, user_id: await idOf(kim), width: 1, height: 1 };
  const pics = ids.map((pic_id, place) => ({ ...owned, pic_id, key: pic_id, position: place + 9 }));
  await db.query.insertInto('pics').values(pics).execute();
  const sent = { reporter, reason: 'other', words: '', time: new Date(clock()) };
  const rows = ids.map(pic_id => ({ ...sent, report_id: pic_id, pic_id }));
  await db.query.insertInto('reports').values(rows).execute();

  expect((await report(another.path, '10.0.4.1')).statusCode).toBe(429);
  expect((await report(another.path, '10.0.4.2')).statusCode).toBe(200);
  backend.clock.ahead += 25 * 60 * 60_000;
  expect((await report(another.path, '10.0.4.1')).statusCode).toBe(200);
});

test('a closed report is kept for 180 days, an open report until its picture is removed', async () => {
  const paths = [
    await publicPic(await signIn(backend, 'Yan')),
    await publicPic(await signIn(backend, 'Zed')),
  ];
  const sent = await Promise.all(paths.map(({ path }) => report(path, '10.0.9.9')));
  const [kept, open] = sent.map(({ body }) => receiptIn(body)!);
  const { query } = backend.services.db;
  await query.updateTable('reports').set({ outcome: 'kept' }).where('report_id', '=', kept!).execute();
  const leftAfter = async (days: number) => {
    const clock = () => backend.services.clock() + days * 24 * 60 * 60_000;
    await removeOldReports({ ...backend.services, clock });
    const rows = query.selectFrom('reports').select('report_id').where('report_id', 'in', [kept!, open!]);
    return (await rows.execute()).map(({ report_id }) => report_id);
  };
  expect((await leftAfter(179)).toSorted()).toEqual([kept, open].toSorted());
  expect(await leftAfter(181)).toEqual([open]);
});
