import { test as base, expect } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { someOf } from '../../support/some-of.ts';
import { type DoubleDevice, PushServiceDouble, vapidSettings } from '../doubles/push-service-double.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { createJob, finishedJob, waitForStatus } from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { waitFor } from '../support/wait-for.ts';

interface World {
  service: PushServiceDouble;
  backend: TestBackend;
}

/** A test with a backend that has VAPID keys, and with the push service of its users' browsers. */
const test = base.extend<World>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern.
  service: async ({}, use) => {
    const service = await PushServiceDouble.open();
    await use(service);
    await service.close();
  },
  backend: async ({ service }, use) => {
    const backend = await openTestBackend(
      { ...vapidSettings(), GENERATE_COST: '0' },
      {
        pushNetwork: service.network,
        housekeepingPause: 50,
      },
    );
    await use(backend);
    await backend.close();
  },
});

async function runningJob(user: TestUser): Promise<Job> {
  const job = (await createJob(user)).data.train_and_generate_info;
  return waitForStatus(user, job, 4);
}

/** Signs in a user with a job that waits before its end; also returns a function that releases the job. */
async function heldJob(backend: TestBackend) {
  const user = await signIn(backend, 'Ann');
  const { release: letGo } = pauseWork(backend.generator);
  return { user, letGo, job: await runningJob(user) };
}

/** Subscribes a device to the message about a job's end; returns the API's response. */
function ask(user: TestUser, { train_id, generate_id }: Job, { endpoint, keys }: DoubleDevice) {
  return user.post('subscribePush', { train_id, generate_id, endpoint, keys });
}

async function kept({ services }: TestBackend): Promise<number> {
  const rows = await services.db.query.selectFrom('push_requests').select('endpoint').execute();
  return rows.length;
}

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

test('a job’s newest ten devices get its messages and are in the data copy', async ({ backend, service }) => {
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

const minute = 60_000;

test('a device whose subscription is gone gets no more requests', async ({ backend, service }) => {
  const { user: ann, letGo, job: first } = await heldJob(backend);
  const second = (await createJob(ann)).data.train_and_generate_info;
  const [gone, phone] = [service.subscribe(), service.subscribe()];
  await ask(ann, first, gone);
  await ask(ann, second, gone);
  await ask(ann, second, phone);
  service.troubles.push({ status: 410 });
  letGo();
  await waitFor('the second job', () => phone.told.length === 1);
  expect(gone.told).toEqual([]);
  expect(service.requests).toHaveLength(2);
  await waitFor('the end of it', async () => (await kept(backend)) === 0);
});

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

test('messages are dropped and counted after two failures or a refusal', async ({ backend, service }) => {
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
  // The messages remain for another process.
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

test('a subscription to a job that never ends is removed after two days', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  await ask(ann, job, service.subscribe());
  expect(await kept(backend)).toBe(1);
  backend.clock.ahead = 49 * 60 * minute;
  await waitFor('housekeeping', async () => (await kept(backend)) === 0);
  letGo();
  expect(service.requests).toEqual([]);
});

test('a push subscription needs a public web address and valid keys', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const device = service.subscribe();
  const addresses = [
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://user@push.example.com/a',
    'https://push.example.com/a#b',
    'https://push/a',
    'https://app.localhost/a',
    'https://printer.local/a',
    'https://metadata.google.internal/a',
    'https://2130706433/a',
    'https://8.8.8.8/a',
    'https://[::ffff:7f00:1]/a',
    'https://push.example.com/../a',
    'https://шина.example/a',
    `https://push.example.com/${'a'.repeat(2048)}`,
    '',
  ];
  for (const endpoint of addresses)
    expect([endpoint, (await ask(ann, job, { ...device, endpoint })).status]).toEqual([endpoint, 400]);

  const { keys } = device;
  const point = Buffer.from(keys.p256dh, 'base64url');
  const offCurve = Buffer.concat([point.subarray(0, 64), Buffer.from([point[64]! ^ 1])]).toString(
    'base64url',
  );
  const wrong = [
    { ...keys, p256dh: keys.p256dh.slice(0, 80) },
    { ...keys, p256dh: offCurve },
    { ...keys, p256dh: 'A'.repeat(87) },
    { ...keys, auth: keys.auth.slice(0, 20) },
    { ...keys, auth: `${keys.auth}AAAA` },
    { ...keys, auth: '🔑'.repeat(11) },
  ];
  for (const keys of wrong) expect((await ask(ann, job, { ...device, keys })).status).toBe(400);
  expect(await kept(backend)).toBe(0);
  letGo();
});

test('the backend’s own host is refused as a push service', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const { train_id } = job;
  const { keys } = service.subscribe();
  const send = (host: string) =>
    backend.app.inject({
      method: 'POST',
      url: '/v1/subscribePush',
      headers: { authorization: `Bearer ${ann.token}`, host: 'app.example.com' },
      payload: { train_id, endpoint: `https://${host}/v1/deleteAccount`, keys },
    });
  expect((await send('app.example.com')).json()).toMatchObject({
    code: 1004,
    message: 'endpoint is not the address of a push service',
  });
  expect((await send('push.example.com')).json().code).toBe(0);
  letGo();
});

test.for(someOf(2, [['93.184.215.14', '192.168.0.1'], ['::ffff:10.0.0.1'], []]))(
  'the backend does not connect to a push service whose name resolves to %j',
  async (addresses, { backend, service }) => {
    service.names.set('push.example.org', addresses);
    const { user: ann, letGo, job } = await heldJob(backend);
    const [inside, phone] = [service.subscribe('push.example.org'), service.subscribe()];
    await ask(ann, job, inside);
    await ask(ann, job, phone);
    letGo();
    await waitForStatus(ann, job, 5);
    await waitFor('the other device', () => phone.told.length === 1);
    await waitFor('the failure', async () =>
      (await backend.services.metrics.registry.metrics()).includes('{result="failed"} 1'),
    );
    expect(service.dialled).toEqual(['93.184.215.14:443']);
  },
);
