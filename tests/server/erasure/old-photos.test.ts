import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeOldPhotos } from '../../../server/erasure/remove-old-photos.ts';
import {
  type OssDouble,
  openOssDouble,
  openStsDouble,
  ossKeys,
  type StsDouble,
} from '../doubles/oss-double.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { createJob, waitForStatus } from '../support/jobs.ts';
import { keysBelow } from '../support/keys-below.ts';

const day = 24 * 60 * 60 * 1000;

let oss: OssDouble;
let sts: StsDouble;

/** OSS clients need a host name. */
const named = (origin: string) => origin.replace('127.0.0.1', 'localhost');

beforeAll(async () => {
  oss = await openOssDouble();
  sts = await openStsDouble();
});

afterAll(async () => {
  await oss.close();
  await sts.close();
});

/** Environment of a backend that stores pictures in the double. */
function onOss(): Record<string, string> {
  return {
    OSS_REGION: `oss-${ossKeys.region}`,
    OSS_BUCKET: ossKeys.bucket,
    OSS_ROLE_ARN: 'acs:ram::1:role/uploads',
    OSS_ACCESS_KEY_ID: ossKeys.id,
    OSS_ACCESS_KEY_SECRET: ossKeys.secret,
    OSS_ENDPOINT: named(oss.origin),
    STS_ENDPOINT: sts.origin,
  };
}

describe.each([
  ['on the own disk', () => ({})],
  ['in a bucket of OSS', onOss],
])('pictures %s', (_, environment) => {
  let backend: TestBackend;

  beforeAll(async () => {
    backend = await openTestBackend(environment());
  });

  afterAll(() => backend.close());

  test('a job is made; its photos go after 30 days and are no longer listed, its pics stay', async () => {
    const ann = await signIn(backend, 'Ann');
    const { data } = await createJob(ann);
    const job = await waitForStatus(ann, data.train_and_generate_info, 5);
    const { store, config } = backend.services;
    const photos = async () => (await ann.get('getPersonalPics')).data.list;
    const pics = async () => {
      const { generate_id } = job;
      const response = await ann.get('getUserPicsByGenerateId', {
        generate_id,
      });
      return response.data.list.map(({ pic_url }) => pic_url);
    };
    const [picUrl] = await pics();
    const pic = await store.head(backend.services.storage.keyOf(picUrl!)!);
    expect(pic!.size).toBeGreaterThan(1000);
    expect(await photos()).toHaveLength(1);

    backend.clock.ahead = 29 * day;
    expect(await removeOldPhotos(backend.services, config.photoDays)).toBe(0);
    backend.clock.ahead = 31 * day;
    const [photo] = await photos();
    expect(await removeOldPhotos(backend.services, config.photoDays)).toBe(1);
    backend.clock.ahead = 0;

    expect(await photos()).toEqual([]);
    expect(await store.head(backend.services.storage.keyOf(photo!)!)).toBeNull();
    expect(await store.head(backend.services.storage.keyOf(picUrl!)!)).toEqual(pic);
    expect(await removeOldPhotos(backend.services, config.photoDays)).toBe(0);
  });

  test('the account takes its photos and pics with it', async () => {
    const bob = await signIn(backend, 'Bob');
    const { data } = await createJob(bob);
    await waitForStatus(bob, data.train_and_generate_info, 5);
    const { user_id } = (await bob.get('getUserInfo')).data;
    await bob.post('deleteAccount');

    for (const folder of ['photos', 'pics']) {
      expect(await keysBelow(backend.services.store, `${folder}/${user_id}/`)).toEqual([]);
    }
  });
});

test('with OSS, uploads and pictures go to the bucket and this server has no endpoint of its own', async () => {
  const backend = await openTestBackend(onOss());
  const ann = await signIn(backend, 'Ann');
  const { data } = await ann.get('getOssStsInfo');
  const { user_id } = (await ann.get('getUserInfo')).data;
  expect(data).toMatchObject({
    access_key_id: 'STS.1',
    bucket: ossKeys.bucket,
    region: 'oss-cn-shanghai',
    endpoint: named(oss.origin),
    prefix: `photos/${user_id}/`,
  });

  const created = await createJob(ann);
  const { cover_url } = await waitForStatus(ann, created.data.train_and_generate_info, 5);
  expect(cover_url.startsWith(`${named(oss.origin)}/${ossKeys.bucket}/pics/${user_id}/`)).toBe(true);
  expect((await fetch(cover_url)).headers.get('content-type')).toBe('image/jpeg');
  const put = await backend.app.inject({ method: 'PUT', url: '/tyy-photos/photos/x.jpg', payload: 'x' });
  expect(put.statusCode).toBe(404);
  await backend.close();
});
