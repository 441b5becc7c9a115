import { test as base } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { type DoubleDevice, PushServiceDouble, vapidSettings } from '../doubles/push-service-double.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { createJob, waitForStatus } from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';

interface World {
  service: PushServiceDouble;
  backend: TestBackend;
}

/** A test with a backend that has VAPID keys, and with the push service of its users' browsers. */
export const test = base.extend<World>({
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

export async function runningJob(user: TestUser): Promise<Job> {
  const job = (await createJob(user)).data.train_and_generate_info;
  return waitForStatus(user, job, 4);
}

/** Signs in a user with a job that waits before its end; also returns a function that releases the job. */
export async function heldJob(backend: TestBackend) {
  const user = await signIn(backend, 'Ann');
  const { release: letGo } = pauseWork(backend.generator);
  return { user, letGo, job: await runningJob(user) };
}

/** Subscribes a device to the end of a job; returns the API's response. */
export function ask(user: TestUser, { train_id, generate_id }: Job, { endpoint, keys }: DoubleDevice) {
  return user.post('subscribePush', { train_id, generate_id, endpoint, keys });
}

export async function kept({ services }: TestBackend): Promise<number> {
  const rows = await services.db.query.selectFrom('push_requests').select('endpoint').execute();
  return rows.length;
}
