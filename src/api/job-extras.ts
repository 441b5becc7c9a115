import type { RejectReason, Remedy } from '../../server/contract/jobs.ts';
import { address, object, oneOf } from '../platform/parse.ts';
import { get, post } from './client.ts';
import { maybe, number } from './data.ts';
import { parseNewJob } from './job-data.ts';
import { type Job, type JobIds, toJob } from './jobs.ts';

export interface JobExtras {
  /** The job's front photo; null if the API does not send it. */
  photoUrl: string | null;
  /** The compensation if the user rejects the pictures: a free redo, or the coins back. Null if there is none. */
  remedy: Remedy | null;
}

const parseExtras = object({
  train_and_generate_info: object({
    photo_url: maybe(address, null),
    remedy: maybe(oneOf('redo', 'coins'), null),
  }),
});

// Only our own API has these calls, and its ids are strings.
const idsOf = ({ trainId, generateId }: JobIds) => ({
  train_id: String(trainId),
  generate_id: String(generateId),
});

/** Loads the job's front photo and its remedy. Never starts a sign-in. */
export async function getJobExtras(job: JobIds): Promise<JobExtras> {
  const options = { signIn: false };
  const data = await get('getTrainAndGenerateResultById', idsOf(job), parseExtras, options);
  const { photo_url, remedy } = data.train_and_generate_info;
  return { photoUrl: photo_url, remedy };
}

/** Makes a job's pictures again for free, from `photo` unless it is null. Returns the new job. */
export async function redoJob(job: JobIds, reason: RejectReason, photo: string | null): Promise<Job> {
  const chosen = photo === null ? {} : { resource_pics: [photo] };
  const data = await post('redoJob', { ...idsOf(job), reason, ...chosen }, parseNewJob, {
    feature: 'redo',
    toast: true,
  });
  return toJob(data.train_and_generate_info);
}

/** Gets the coins back, after the user has rejected the redo too. Resolves with the number of coins. */
export async function returnCoins(job: JobIds, reason: RejectReason): Promise<number> {
  const { coins } = await post('returnCoins', { ...idsOf(job), reason }, object({ coins: number }), {
    feature: 'redo',
    toast: true,
  });
  return coins;
}
