import { readFile } from 'node:fs/promises';
import OSS from 'ali-oss';
import { sell } from '../../support/native-shell.ts';
import { portrait } from './story.ts';
import { until } from './until.ts';

/** A user who used the product before the story begins. */
export interface Earlier {
  token: string;
  call: <T>(path: string, body?: unknown) => Promise<T>;
}

interface Job {
  train_id: string;
  generate_id: string;
  status: number;
}

/** Signs somebody in over HTTP. */
export async function earlierPerson(origin: string, name: string): Promise<Earlier> {
  const login = { login_type: 'facebook', token: `sandbox:${name}` };
  const { token } = await ask<{ token: string }>(origin, '/v1/login', undefined, login);
  return { token, call: (path, body) => ask(origin, path, token, body) };
}

/** Makes somebody a subscriber, as an order of an earlier day would have done. */
export async function subscribed({ call }: Earlier, origin: string): Promise<void> {
  type Plans = { list: { id: number }[] };
  const { list } = await call<Plans>('/v1/getRechargeConfigsList?cur_page=1&page_size=10&product_type=1');
  const { order_id } = await call<{ order_id: string }>('/v1/createOrder', { config_id: list[0]?.id });
  await call('/v1/paySuccess', { order_id, receipt: await sell(origin, 'pay', { order_id }) });
}

/** Uploads a photo as that user, with the official client, and returns its address. */
export async function uploadPhoto({ call }: Earlier, file = portrait): Promise<string> {
  const sts = await call<Record<string, string>>('/v1/getOssStsInfo');
  const client = new OSS({
    accessKeyId: sts.access_key_id ?? '',
    accessKeySecret: sts.access_key_secret ?? '',
    stsToken: sts.security_token ?? '',
    region: sts.region ?? '',
    bucket: sts.bucket ?? '',
    endpoint: sts.endpoint ?? '',
    // The published types lack these two.
    ...{ sldEnable: true, authorizationV4: true },
  });
  const { url } = (await client.put(`${sts.prefix}portrait.png`, await readFile(file))) as unknown as {
    url: string;
  };
  return url;
}

/** Has pictures made and returns the finished job. */
export async function finishedJob(person: Earlier, templateId = 1): Promise<Job> {
  const photo = await uploadPhoto(person);
  const order = { template_id: templateId, resource_pics: [photo], style_id: 1 };
  const { train_and_generate_info: job } = await person.call<{ train_and_generate_info: Job }>(
    '/v1/goTrainAndGeneratePic',
    order,
  );
  return settled(person, job);
}

function settled({ call }: Earlier, { train_id, generate_id }: Job): Promise<Job> {
  const query = new URLSearchParams({ train_id, generate_id });
  return until(async () => {
    const path = `/v1/getTrainAndGenerateResultById?${query}`;
    const { train_and_generate_info: job } = await call<{ train_and_generate_info: Job }>(path);
    return [3, 5, 6].includes(job.status) ? job : null;
  });
}

async function ask<T>(origin: string, path: string, token?: string, body?: unknown): Promise<T> {
  const answer = await fetch(origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.json()) as { code: number; message: string; data: T };
  if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`);
  return envelope.data;
}
