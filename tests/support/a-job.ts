import { readFile } from 'node:fs/promises';
import { waitFor } from '@testing-library/dom';
import OSS from 'ali-oss';
import { callBackend } from './render-at.tsx';

/** A job as the API answers it. */
export interface WireJob {
  train_id: string;
  generate_id: string;
  template_id: number;
  title: string;
  status: number;
}

type Credentials = Record<
  'access_key_id' | 'access_key_secret' | 'security_token' | 'region' | 'bucket' | 'endpoint' | 'prefix',
  string
>;

/** Starts a job of that user with a real photo, as an earlier visit would have done. */
export async function aJob(token: string, templateId = 1): Promise<WireJob> {
  const address = await uploadedPhoto(token);
  const data = await callBackend<{ train_and_generate_info: WireJob }>('/v1/goTrainAndGeneratePic', token, {
    template_id: templateId,
    resource_pics: [address],
  });
  return data.train_and_generate_info;
}

/** The same, once its pictures are there. */
export async function aFinishedJob(token: string, templateId = 1): Promise<WireJob> {
  const { train_id, generate_id } = await aJob(token, templateId);
  const query = new URLSearchParams({ train_id, generate_id });
  const ask = () =>
    callBackend<{ train_and_generate_info: WireJob }>(`/v1/getTrainAndGenerateResultById?${query}`, token);
  return waitFor(
    async () => {
      const { train_and_generate_info: job } = await ask();
      if (job.status !== 5) throw new Error(`status ${job.status}`);
      return job;
    },
    { timeout: 10_000 },
  );
}

async function uploadedPhoto(token: string): Promise<string> {
  const wire = await callBackend<Credentials>('/v1/getOssStsInfo', token);
  const client = new OSS({
    accessKeyId: wire.access_key_id,
    accessKeySecret: wire.access_key_secret,
    stsToken: wire.security_token,
    refreshSTSTokenInterval: 60_000,
    region: wire.region,
    bucket: wire.bucket,
    endpoint: wire.endpoint,
    sldEnable: true,
    authorizationV4: true,
  } as OSS.Options);
  const photo = await readFile('tests/testdata/astronaut.png');
  const { url } = (await client.put(`${wire.prefix}astronaut.png`, photo)) as OSS.PutObjectResult & {
    url: string;
  };
  return url;
}
