import { expect } from 'vitest';
import type { Headers } from '../../../server/contract/calls.ts';
import type { Job, Pic } from '../../../server/contract/jobs.ts';
import type { CoinStatement } from '../../../server/contract/money.ts';
import { dataOf } from '../../support/api/api.ts';
import { aPhoto } from './a-photo.ts';
import type { TestBackend, TestUser } from './backend.ts';
import { waitFor } from './wait-for.ts';

/** Stores photos at addresses where the user may upload; returns the addresses. */
export async function uploadPhotos(user: TestUser, count = 1): Promise<string[]> {
  const { data } = await user.get('getOssStsInfo');
  const keys = Array.from({ length: count }, (_, index) => `${data.prefix}photo_${index}.jpg`);
  const { store } = user.backend.services;
  await Promise.all(keys.map(key => store.put(key, aPhoto, 'image/jpeg')));
  return keys.map(key => `${data.endpoint}/${data.bucket}/${key}`);
}

/** Creates a job with a new photo; returns the API's response. */
export async function createJob(user: TestUser, headers?: Headers<'goTrainAndGeneratePic'>, template_id = 1) {
  const resource_pics = await uploadPhotos(user);
  return user.post('goTrainAndGeneratePic', { template_id, resource_pics }, headers);
}

/** Uploads these photos and requests a job with them, the front photo first; returns the API's response. */
export async function createJobWith(user: TestUser, photos: Uint8Array[]) {
  const resource_pics = await uploadPhotos(user, photos.length);
  const { store, storage } = user.backend.services;
  for (const [index, address] of resource_pics.entries())
    await store.put(storage.keyOf(address)!, photos[index]!, 'image/jpeg');
  return user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
}

export async function startJob(user: TestUser, template_id?: number): Promise<Job> {
  return (await dataOf(createJob(user, undefined, template_id))).train_and_generate_info;
}

/** Creates a job and waits until it has this status. */
export async function finishJob(user: TestUser, status = 5, template_id?: number): Promise<Job> {
  return waitForStatus(user, await startJob(user, template_id), status);
}

export const idsOf = ({ train_id, generate_id }: Job) => ({ train_id, generate_id });

export function deleteJob(user: TestUser, job: Job) {
  return user.post('deleteTrainAndGenerate', idsOf(job));
}

export function openAddress({ app }: Pick<TestBackend, 'app'>, address: string) {
  const { pathname, search } = new URL(address);
  return app.inject(pathname + search);
}

export async function userIdOf(user: TestUser): Promise<string> {
  return (await dataOf(user.get('getUserInfo'))).user_id;
}

export async function lookAt(user: TestUser, job: Job): Promise<Job> {
  const { train_id, generate_id } = job;
  const { data } = await user.get('getTrainAndGenerateResultById', { train_id, generate_id });
  return data.train_and_generate_info;
}

export async function waitForStatus(user: TestUser, job: Job, status: number): Promise<Job> {
  let latest = job;
  await waitFor(`status ${status}`, async () => {
    latest = await lookAt(user, job);
    return latest.status === status;
  });
  return latest;
}

export function finishedJob(user: TestUser, template_id?: number): Promise<Job> {
  return finishJob(user, 5, template_id);
}

export async function picsOf(user: TestUser, { generate_id }: Pick<Job, 'generate_id'>): Promise<Pic[]> {
  return (await user.get('getUserPicsByGenerateId', { generate_id })).data.list;
}

export async function idOf(user: TestUser): Promise<string> {
  return (await user.get('getUserInfo')).data.user_id;
}

export async function coinsOf(user: TestUser): Promise<number> {
  const { data } = await user.get('getUserInfo');
  return data.coins;
}

/** All changes of the user's balance, oldest first. */
export async function changesOf(user: TestUser): Promise<number[]> {
  return (await ledgerOf(user)).map(({ change }) => change);
}

/** All rows of the user's ledger, oldest first; checks that they add up to the balance. */
export async function ledgerOf(user: TestUser): Promise<CoinStatement[]> {
  const { data } = await user.get('getCoinStatementList', { page_size: 100 });
  const rows = data.list.toReversed();
  let sum = 0;
  for (const row of rows) {
    sum += row.change;
    expect(row.remaining).toBe(sum);
    expect(sum).toBeGreaterThanOrEqual(0);
  }
  expect(await coinsOf(user)).toBe(sum);
  return rows;
}
