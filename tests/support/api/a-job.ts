import { readFile } from 'node:fs/promises';
import OSS from 'ali-oss';
import type { Job } from '../../../server/contract/jobs.ts';
import { portrait } from '../portrait.ts';
import { until } from '../until.ts';
import { type ApiUser, dataOf } from './api.ts';

/** Returns the official client with a user's upload credentials, and the folder to which the user may upload. */
export async function storeOf(user: ApiUser): Promise<{ client: OSS; prefix: string }> {
  const credentials = await dataOf(user.get('getOssStsInfo'));
  const keys = {
    accessKeyId: credentials.access_key_id,
    accessKeySecret: credentials.access_key_secret,
    stsToken: credentials.security_token,
  };
  const client = new OSS({
    ...keys,
    refreshSTSToken: async () => keys,
    region: credentials.region,
    bucket: credentials.bucket,
    endpoint: credentials.endpoint,
    // The published types lack these options.
    ...{ sldEnable: true, authorizationV4: true },
  });
  return { client, prefix: credentials.prefix };
}

/** Uploads a file with the official client; returns its address. Rejects with the `status` if the store refuses. */
export async function upload(user: ApiUser, name: string, bytes: Buffer): Promise<string> {
  const { client, prefix } = await storeOf(user);
  const { url } = (await client.put(`${prefix}${name}`, bytes)) as OSS.PutObjectResult & { url: string };
  return url;
}

export async function uploadPhoto(user: ApiUser): Promise<string> {
  return upload(user, 'portrait.png', await readFile(portrait));
}

export type JobIds = Pick<Job, 'train_id' | 'generate_id'>;

/** Creates a job with an uploaded photo; throws if the API refuses. */
export async function createJob(user: ApiUser, photo: string, template_id = 1, key = ''): Promise<Job> {
  const body = { template_id, resource_pics: [photo] };
  const headers = key ? { 'idempotency-key': key } : {};
  return (await dataOf(user.post('goTrainAndGeneratePic', body, headers))).train_and_generate_info;
}

export async function lookAt(user: ApiUser, { train_id, generate_id }: JobIds): Promise<Job> {
  const data = await dataOf(user.get('getTrainAndGenerateResultById', { train_id, generate_id }));
  return data.train_and_generate_info;
}

/** Waits until a job is done, refused or failed. `every` is the pause between polls, in milliseconds. */
export function untilEnded(user: ApiUser, job: JobIds, every?: number): Promise<Job> {
  return until(async () => {
    const seen = await lookAt(user, job);
    return [3, 5, 6].includes(seen.status) ? seen : null;
  }, every);
}

/** Waits for a job's pictures; throws if the job fails. */
export async function untilDone(user: ApiUser, job: JobIds, every?: number): Promise<Job> {
  const ended = await untilEnded(user, job, every);
  if (ended.status !== 5) throw new Error(`The job ended with status ${ended.status}`);
  return ended;
}

/** Uploads a real photo and creates a job, as if on an earlier visit. */
export async function aJob(user: ApiUser, templateId = 1): Promise<Job> {
  return createJob(user, await uploadPhoto(user), templateId);
}

export async function aFinishedJob(user: ApiUser, templateId = 1): Promise<Job> {
  return untilDone(user, await aJob(user, templateId));
}
