import { expect } from 'vitest';
import type { Headers } from '../../../server/contract/calls.ts';
import type { Job } from '../../../server/contract/jobs.ts';
import type { CoinStatement } from '../../../server/contract/money.ts';
import { aPhoto } from './a-photo.ts';
import type { Person } from './backend.ts';
import { waitFor } from './wait-for.ts';

/** Puts photos where the person may upload them and answers their addresses, as the uploader would have got them. */
export async function uploadPhotos(person: Person, count = 1): Promise<string[]> {
  const { data } = await person.get('getOssStsInfo');
  const keys = Array.from({ length: count }, (_, index) => `${data.prefix}photo_${index}.jpg`);
  const { store } = person.backend.services;
  await Promise.all(keys.map(key => store.put(key, aPhoto, 'image/jpeg')));
  return keys.map(key => `${data.endpoint}/${data.bucket}/${key}`);
}

/** Creates a job with fresh photos and answers whatever the API says. */
export async function createJob(person: Person, headers?: Headers<'goTrainAndGeneratePic'>) {
  const resource_pics = await uploadPhotos(person);
  return person.post('goTrainAndGeneratePic', { template_id: 1, resource_pics }, headers);
}

/** The present state of a job. */
export async function lookAt(person: Person, job: Job): Promise<Job> {
  const { train_id, generate_id } = job;
  const { data } = await person.get('getTrainAndGenerateResultById', { train_id, generate_id });
  return data.train_and_generate_info;
}

/** Waits until a job has a status and answers it. */
export async function waitForStatus(person: Person, job: Job, status: number): Promise<Job> {
  let latest = job;
  await waitFor(`status ${status}`, async () => {
    latest = await lookAt(person, job);
    return latest.status === status;
  });
  return latest;
}

/** The person's coins. */
export async function coinsOf(person: Person): Promise<number> {
  const { data } = await person.get('getUserInfo');
  return data.coins;
}

/** Every row of the ledger, oldest first; checks on the way that it explains the balance. */
export async function ledgerOf(person: Person): Promise<CoinStatement[]> {
  const { data } = await person.get('getCoinStatementList', { page_size: 100 });
  const rows = data.list.toReversed();
  let sum = 0;
  for (const row of rows) {
    sum += row.change;
    expect(row.remaining).toBe(sum);
    expect(sum).toBeGreaterThanOrEqual(0);
  }
  expect(await coinsOf(person)).toBe(sum);
  return rows;
}
