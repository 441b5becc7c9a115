import { readFile } from 'node:fs/promises';
import OSS from 'ali-oss';
import type { Job } from '../../../server/contract/jobs.ts';
import { portrait } from '../portrait.ts';
import { until } from '../until.ts';
import { type ApiUser, dataOf } from './api.ts';

/** Uploads a photo with the official client and returns its address. */
export async function uploadPhoto(user: ApiUser): Promise<string> {
  const credentials = await dataOf(user.get('getOssStsInfo'));
  const client = new OSS({
    accessKeyId: credentials.access_key_id,
    accessKeySecret: credentials.access_key_secret,
    stsToken: credentials.security_token,
    refreshSTSTokenInterval: 60_000,
    region: credentials.region,
    bucket: credentials.bucket,
    endpoint: credentials.endpoint,
    // Missing in the published types.
    ...{ sldEnable: true, authorizationV4: true },
  });
  const { url } = (await client.put(
    `${credentials.prefix}portrait.png`,
    await readFile(portrait),
  )) as OSS.PutObjectResult & { url: string };
  return url;
}

/** Starts a job with a real photo, like an earlier visit. */
export async function aJob(user: ApiUser, templateId = 1): Promise<Job> {
  const resource_pics = [await uploadPhoto(user)];
  const created = await dataOf(
    user.post('goTrainAndGeneratePic', { template_id: templateId, resource_pics }),
  );
  return created.train_and_generate_info;
}

/** Starts a job and waits for its pictures. */
export async function aFinishedJob(user: ApiUser, templateId = 1): Promise<Job> {
  const { train_id, generate_id } = await aJob(user, templateId);
  return until(async () => {
    const data = await dataOf(user.get('getTrainAndGenerateResultById', { train_id, generate_id }));
    const job = data.train_and_generate_info;
    if (job.status === 3 || job.status === 6) throw new Error(`The job ended with status ${job.status}`);
    return job.status === 5 ? job : null;
  });
}
