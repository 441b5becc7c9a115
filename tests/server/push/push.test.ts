import { expect, onTestFinished } from 'vitest';
import { someOf } from '../../support/some-of.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { createJob, finishedJob, waitForStatus } from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { waitFor } from '../support/wait-for.ts';
import { ask, heldJob, kept, runningJob, test } from './push-world.ts';

test('a device gets one message about ready pictures, in its language', async ({ backend, service }) => {
  const ann = await signIn(backend, 'Ann', 'zh');
  const { release: letGo } = pauseWork(backend.generator);
  const job = await runningJob(ann);
  const phone = service.subscribe();
  expect((await ann.get('getPushKey')).data.key).toHaveLength(87);
  expect((await ann.get('getUserInfo')).data.features).toContain('push');
  for (const _ of [1, 2]) expect(await ask(ann, job, phone)).toMatchObject({ code: 0, data: null });
  expect(await kept(backend)).toBe(1);

  letGo();
  await waitFor('the message', () => phone.told.length > 0);
  expect(JSON.parse(phone.told[0]!)).toEqual({
    title: '你的写真已经做好了',
    text: '点击查看写真',
    path: `/pic?generate_id=${job.generate_id}`,
  });
  expect(phone.headers[0]).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(service.dialled).toEqual(['93.184.215.14:443']);
  await waitFor('the end of it', async () => (await kept(backend)) === 0);
  expect(service.requests).toHaveLength(1);
});

test('a message about refused photos or failed pictures links to the reason', async ({
  backend,
  service,
}) => {
  const ann = await signIn(backend, 'Ann');
  let letGo = () => {};
  const held = new Promise<void>(resolve => (letGo = resolve));
  backend.generator.beforeReturn = async () => {
    await held;
    throw new Error('out of memory');
  };
  const job = await runningJob(ann);
  const [phone, tablet] = [service.subscribe(), service.subscribe()];
  await ask(ann, job, phone);
  // This job waits behind the first job, and its photos will be refused.
  const waiting = (await createJob(ann)).data.train_and_generate_info;
  await ask(ann, waiting, tablet);
  backend.generator.problems = ['no_face'];
  letGo();

  await waitFor('both', () => phone.told.length + tablet.told.length === 2);
  const path = ({ train_id, generate_id }: typeof job) =>
    `/making?train_id=${train_id}&generate_id=${generate_id}`;
  expect(JSON.parse(phone.told[0]!)).toEqual({
    title: 'Your pictures couldn’t be made',
    text: 'Tap to see why.',
    path: path(job),
  });
  expect(JSON.parse(tablet.told[0]!)).toEqual({
    title: 'Photo can’t be used. Choose another',
    text: 'Tap to see why.',
    path: path(waiting),
  });
});

test('each device gets messages only about the jobs it subscribed to', async ({ backend, service }) => {
  const { user: ann, letGo, job: first } = await heldJob(backend);
  const second = (await createJob(ann)).data.train_and_generate_info;
  const [phone, tablet] = [service.subscribe(), service.subscribe()];
  await ask(ann, first, phone);
  await ask(ann, second, phone);
  await ask(ann, second, tablet);
  letGo();

  await waitFor('all', () => phone.told.length === 2 && tablet.told.length === 1);
  const paths = phone.told.map(message => JSON.parse(message).path);
  expect(paths).toEqual([first, second].map(job => `/pic?generate_id=${job.generate_id}`));

  // A subscription to a finished job sends nothing and is not stored.
  expect((await ask(ann, first, phone)).code).toBe(0);
  await waitFor('the end of all', async () => (await kept(backend)) === 0);
  const third = await finishedJob(ann);
  expect(third.status).toBe(5);
  expect(service.requests).toHaveLength(3);
});

test('logging out, deleting the job or deleting the account stops messages', async ({ backend, service }) => {
  const [ann, annAtHome] = [await signIn(backend, 'Ann'), await signIn(backend, 'Ann')];
  const bob = await signIn(backend, 'Bob');
  const eve = await signIn(backend, 'Eve');
  const { release: letGo } = pauseWork(backend.generator);
  const job = await runningJob(ann);
  const [deleted, bobs, eves] = [await createJob(ann), await createJob(bob), await createJob(eve)].map(
    ({ data }) => data.train_and_generate_info,
  );
  const [left, deletes, gone] = [service.subscribe(), service.subscribe(), service.subscribe()];
  const [stays, hers] = [service.subscribe(), service.subscribe()];
  await ask(ann, job, left);
  await ask(annAtHome, job, stays);
  await ask(annAtHome, deleted!, deletes);
  await ask(bob, bobs!, gone);
  await ask(eve, eves!, hers);
  expect(await kept(backend)).toBe(5);

  await ann.post('logout');
  expect(await kept(backend)).toBe(4);
  await annAtHome.post('deleteTrainAndGenerate', { train_id: deleted!.train_id });
  expect(await kept(backend)).toBe(3);
  await bob.post('deleteAccount');
  expect(await kept(backend)).toBe(2);
  letGo();
  await waitFor('what is left', () => stays.told.length === 1 && hers.told.length === 1);
  expect([left, deletes, gone].map(({ told }) => told)).toEqual([[], [], []]);
  expect(service.requests).toHaveLength(2);
});

test('a browser gets only messages for the user who signed in last', async ({ backend, service }) => {
  const [ann, bob] = [await signIn(backend, 'Ann'), await signIn(backend, 'Bob')];
  const { release: letGo } = pauseWork(backend.generator);
  const anns = await runningJob(ann);
  const bobs = (await createJob(bob)).data.train_and_generate_info;
  const browser = service.subscribe();
  const phone = service.subscribe();
  await ask(ann, anns, browser);
  await ask(ann, anns, phone);
  await ask(bob, bobs, browser);
  letGo();
  await waitFor('both', () => browser.told.length > 0 && phone.told.length > 0);
  expect(browser.told.map(message => JSON.parse(message).path)).toEqual([
    `/pic?generate_id=${bobs.generate_id}`,
  ]);
});

test('a device cannot subscribe to another user’s job', async ({ backend, service }) => {
  const [ann, bob] = [await signIn(backend, 'Ann'), await signIn(backend, 'Bob')];
  const { release: letGo } = pauseWork(backend.generator);
  const job = await runningJob(ann);
  const device = service.subscribe();
  const none = { ...job, train_id: 'none', generate_id: 'none' };
  expect(await ask(bob, job, device)).toEqual(await ask(bob, none, device));
  expect((await ask(bob, job, device)).code).toBe(1003);
  await bob.post('logout');
  expect((await ask(bob, job, device)).code).toBe(1002);
  expect(await kept(backend)).toBe(0);
  letGo();
});

test('the newest ten devices get messages about a job and are in the copy', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const devices = Array.from({ length: 13 }, () => service.subscribe());
  for (const device of devices) {
    backend.clock.ahead += 1;
    await ask(ann, job, device);
  }
  expect(await kept(backend)).toBe(10);
  const { url } = (await ann.post('createDataCopy')).data;
  const copy = (await backend.app.inject(new URL(url).pathname)).rawPayload.toString('latin1');
  expect(copy).toContain(devices.at(-1)!.endpoint);
  letGo();
  await waitFor('ten', () => devices.filter(({ told }) => told.length === 1).length === 10);
  expect(devices.slice(0, 3).flatMap(({ told }) => told)).toEqual([]);
});

test('without VAPID keys the feature and its call do not exist', async ({ service }) => {
  const plain = await openTestBackend({}, { pushNetwork: service.network });
  onTestFinished(plain.close);
  const ann = await signIn(plain, 'Ann');
  expect((await ann.get('getUserInfo')).data.features).not.toContain('push');
  expect((await ann.get('getPushKey')).status).toBe(404);
});

const minute = 60_000;

test.for(someOf(1, [410, 404]))(
  'a device whose subscription is gone (%i) gets no more requests',
  async (status, { backend, service }) => {
    const { user: ann, letGo, job: first } = await heldJob(backend);
    const second = (await createJob(ann)).data.train_and_generate_info;
    const [gone, phone] = [service.subscribe(), service.subscribe()];
    await ask(ann, first, gone);
    await ask(ann, second, gone);
    await ask(ann, second, phone);
    service.troubles.push({ status });
    letGo();
    await waitFor('the second job', () => phone.told.length === 1);
    expect(gone.told).toEqual([]);
    expect(service.requests).toHaveLength(2);
    await waitFor('the end of it', async () => (await kept(backend)) === 0);
  },
);

test('a failed message is retried once, when the push service allows it', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const phone = service.subscribe();
  await ask(ann, job, phone);
  service.troubles.push({ status: 429, headers: { 'retry-after': '600' } });
  letGo();
  await waitFor('the first try', () => service.requests.length === 1);
  await waitForStatus(ann, job, 5);

  backend.clock.ahead = 9 * minute;
  const [other, third] = [service.subscribe(), pauseWork(backend.generator).release];
  const next = await runningJob(ann);
  await ask(ann, next, other);
  third();
  await waitFor('another device', () => other.told.length === 1);
  expect(phone.told).toEqual([]);
  backend.clock.ahead = 12 * minute;
  await waitFor('the second try', () => phone.told.length === 1);
  await waitFor('the end of it', async () => (await kept(backend)) === 0);
});

test('a message ends after two failures or a refusal, and both are counted', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const [down, refused, moved] = [service.subscribe(), service.subscribe(), service.subscribe()];
  for (const device of [down, refused, moved]) await ask(ann, job, device);
  service.troubles.push(
    { status: 503 },
    { status: 403 },
    { status: 307, headers: { location: refused.endpoint } },
  );
  letGo();
  await waitFor('three tries', () => service.requests.length === 3);
  await waitFor('the end of two', async () => (await kept(backend)) === 1);
  service.troubles.push({ status: 500 });
  backend.clock.ahead = 2 * minute;
  await waitFor('the end of it', async () => (await kept(backend)) === 0);
  expect(service.requests).toHaveLength(4);
  const metrics = await backend.services.metrics.registry.metrics();
  for (const line of ['{result="failed"} 2', '{result="refused"} 2'])
    expect(metrics).toContain(`tyy_pushes_total${line}`);
});

test('a silent push service delays neither jobs nor the shutdown', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const devices = Array.from({ length: 8 }, () => service.subscribe());
  for (const device of devices) {
    service.troubles.push('never');
    await ask(ann, job, device);
  }
  letGo();
  await waitForStatus(ann, job, 5);
  await waitFor('eight that hang', () => service.requests.length === 8);
  await finishedJob(ann);
  const start = performance.now();
  await backend.services.pushes?.close();
  expect(performance.now() - start).toBeLessThan(2_000);
  // Another process will send these messages.
  expect(await kept(backend)).toBe(8);
});

test('a message is also sent for a job that another process ended', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const phone = service.subscribe();
  await ask(ann, job, phone);
  await backend.services.db.query
    .updateTable('jobs')
    .set({ status: 6, end_time: new Date(), lease_until: null })
    .where('generate_id', '=', job.generate_id)
    .execute();
  await waitFor('the message', () => phone.told.length === 1);
  letGo();
});

test('the subscription to a job that never ends is removed after two days', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  await ask(ann, job, service.subscribe());
  expect(await kept(backend)).toBe(1);
  backend.clock.ahead = 49 * 60 * minute;
  await waitFor('housekeeping', async () => (await kept(backend)) === 0);
  letGo();
  expect(service.requests).toEqual([]);
});
