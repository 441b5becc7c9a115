import { expect } from 'vitest';
import { someOf } from '../../support/some-of.ts';
import { createJob, waitForStatus } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';
import { ask, heldJob, holdPics, kept, runningJob, test } from './push-world.ts';

const minute = 60_000;

test.for(someOf(1, [410, 404]))(
  'a device that is gone (%i) is asked nothing more, of no job',
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

test('a push service in trouble is tried once more, when it wants it', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const phone = service.subscribe();
  await ask(ann, job, phone);
  service.troubles.push({ status: 429, headers: { 'retry-after': '600' } });
  letGo();
  await waitFor('the first try', () => service.requests.length === 1);
  await waitForStatus(ann, job, 5);

  backend.clock.ahead = 9 * minute;
  const [other, third] = [service.subscribe(), holdPics(backend)];
  const next = await runningJob(ann);
  await ask(ann, next, other);
  third();
  await waitFor('another device', () => other.told.length === 1);
  expect(phone.told).toEqual([]);
  backend.clock.ahead = 12 * minute;
  await waitFor('the second try', () => phone.told.length === 1);
  await waitFor('the end of it', async () => (await kept(backend)) === 0);
});

test('a second failure ends it, and so does a refusal, of which the operator is told', async ({
  backend,
  service,
}) => {
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

test('a push service that says nothing holds up neither jobs nor the end of the process', async ({
  backend,
  service,
}) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const devices = Array.from({ length: 8 }, () => service.subscribe());
  for (const device of devices) {
    service.troubles.push('never');
    await ask(ann, job, device);
  }
  letGo();
  await waitForStatus(ann, job, 5);
  await waitFor('eight that hang', () => service.requests.length === 8);
  const next = (await createJob(ann)).data.train_and_generate_info;
  await waitForStatus(ann, next, 5);
  const start = performance.now();
  await backend.services.pushes?.close();
  expect(performance.now() - start).toBeLessThan(2_000);
  // Another process sends them.
  expect(await kept(backend)).toBe(8);
});

test('of a job that another process ended, or before it died, devices are told within a minute', async ({
  backend,
  service,
}) => {
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

test('a job that never ends keeps a device for two days', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  await ask(ann, job, service.subscribe());
  expect(await kept(backend)).toBe(1);
  backend.clock.ahead = 49 * 60 * minute;
  await waitFor('housekeeping', async () => (await kept(backend)) === 0);
  letGo();
  expect(service.requests).toEqual([]);
});
