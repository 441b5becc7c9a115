import { expect } from 'vitest';
import { aPhoto } from './a-photo.ts';
import type { Person } from './backend.ts';
import { waitFor } from './wait-for.ts';

/** A job as the API answers it. */
export interface JobAnswer {
  train_id: string;
  generate_id: string;
  template_id: number;
  title: string;
  cover_url: string;
  style_id: number;
  status: number;
  expect_minutes: number;
  progress: number;
  create_time: number;
  refuse_reasons: { index: number; problems: string[] }[];
}

interface JobInfo {
  train_and_generate_info: JobAnswer;
}

/** Puts photos where the person may upload them and answers their addresses, as the uploader would have got them. */
export async function uploadPhotos(person: Person, count = 1): Promise<string[]> {
  const { data } = await person.get<{ prefix: string; bucket: string; endpoint: string }>('getOssStsInfo');
  const keys = Array.from({ length: count }, (_, index) => `${data.prefix}photo_${index}.jpg`);
  const { store } = person.backend.services;
  await Promise.all(keys.map(key => store.put(key, aPhoto, 'image/jpeg')));
  return keys.map(key => `${data.endpoint}/${data.bucket}/${key}`);
}

/** Creates a job with fresh photos and answers whatever the API says. */
export async function createJob(person: Person, headers: Record<string, string> = {}) {
  const resource_pics = await uploadPhotos(person);
  return person.post<JobInfo>('goTrainAndGeneratePic', { template_id: 1, resource_pics }, headers);
}

/** The present state of a job. */
export async function lookAt(person: Person, job: JobAnswer): Promise<JobAnswer> {
  const { train_id, generate_id } = job;
  const { data } = await person.get<JobInfo>('getTrainAndGenerateResultById', { train_id, generate_id });
  return data.train_and_generate_info;
}

/** Waits until a job has a status and answers it. */
export async function waitForStatus(person: Person, job: JobAnswer, status: number): Promise<JobAnswer> {
  let latest = job;
  await waitFor(`status ${status}`, async () => {
    latest = await lookAt(person, job);
    return latest.status === status;
  });
  return latest;
}

/** The person's coins. */
export async function coinsOf(person: Person): Promise<number> {
  const { data } = await person.get<{ coins: number }>('getUserInfo');
  return data.coins;
}

/** Every row of the ledger, oldest first; checks on the way that it explains the balance. */
export async function ledgerOf(
  person: Person,
): Promise<{ change: number; remaining: number; reason: string }[]> {
  const { data } = await person.get<{ list: { change: number; remaining: number; reason: string }[] }>(
    'getCoinStatementList',
    { page_size: 100 },
  );
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
