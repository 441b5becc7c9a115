import type { RejectReason, Remedy } from '../../server/contract/jobs.ts';
import { address, object, oneOf } from '../platform/parse.ts';
import { get, post } from './client.ts';
import { maybe, number } from './data.ts';
import { parseNewJob } from './job-data.ts';
import { type Job, type JobIds, toJob } from './jobs.ts';

/** What else the API knows of a finished job. */
export interface JobExtras {
  /** The front photo of which its pics were made; null when the API does not say. */
  photoUrl: string | null;
  /** What the user gets who rejects the pics: they are made again, or the coins come back; null: nothing. */
  remedy: Remedy | null;
}

const parseExtras = object({
  train_and_generate_info: object({
    photo_url: maybe(address, null),
    remedy: maybe(oneOf('redo', 'coins'), null),
  }),
});

// Of the product's own API, whose ids are texts.
const idsOf = ({ trainId, generateId }: JobIds) => ({
  train_id: String(trainId),
  generate_id: String(generateId),
});

/** Asks for them; nobody is asked to sign in for it. */
export async function getJobExtras(job: JobIds): Promise<JobExtras> {
  const options = { signIn: false };
  const data = await get('getTrainAndGenerateResultById', idsOf(job), parseExtras, options);
  const { photo_url, remedy } = data.train_and_generate_info;
  return { photoUrl: photo_url, remedy };
}

/** Has the pics of a job made again for nothing, from the photo of that address where there is one; returns the new job. */
export async function redoJob(job: JobIds, reason: RejectReason, photo: string | null): Promise<Job> {
  const chosen = photo === null ? {} : { resource_pics: [photo] };
  const data = await post('redoJob', { ...idsOf(job), reason, ...chosen }, parseNewJob, {
    feature: 'redo',
    toast: true,
  });
  return toJob(data.train_and_generate_info);
}

/** Gets back the coins of pics whose redo is rejected too; returns how many. */
export async function returnCoins(job: JobIds, reason: RejectReason): Promise<number> {
  const { coins } = await post('returnCoins', { ...idsOf(job), reason }, object({ coins: number }), {
    feature: 'redo',
    toast: true,
  });
  return coins;
}
