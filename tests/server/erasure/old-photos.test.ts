import { expect, onTestFinished, test } from 'vitest';
import { removeOldPhotos } from '../../../server/erasure/erase-account.ts';
import { openOssDouble, openStsDouble, ossKeys } from '../doubles/oss-double.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { createJob, finishedJob, idOf, picsOf } from '../support/jobs.ts';
import { keysBelow } from '../support/keys-below.ts';

const day = 24 * 60 * 60 * 1000;

const oss = await forFile(openOssDouble());
const sts = await forFile(openStsDouble());

/** Settings of a backend that stores pictures in the OSS double. */
const onOss = {
  OSS_REGION: `oss-${ossKeys.region}`,
  OSS_BUCKET: ossKeys.bucket,
  OSS_ROLE_ARN: 'acs:ram::1:role/uploads',
  OSS_ACCESS_KEY_ID: ossKeys.id,
  OSS_ACCESS_KEY_SECRET: ossKeys.secret,
  // OSS clients need a host name, not an IP address.
  OSS_ENDPOINT: oss.origin.replace('127.0.0.1', 'localhost'),
  STS_ENDPOINT: sts.origin,
};

test.each<[string, Record<string, string>]>([
  ['on disk', {}],
  ['in an OSS bucket', onOss],
])('%s photos are removed after 30 days, and pics with the account', async (_, settings) => {
  const backend = await openTestBackend(settings);
  onTestFinished(backend.close);
  const { store, storage, config } = backend.services;
  const ann = await signIn(backend, 'Ann');
  const user_id = await idOf(ann);
  const { generate_id } = await finishedJob(ann);
  const list = await picsOf(ann, { generate_id });
  const picKey = storage.keyOf(list[0]!.pic_url)!;
  const pic = await store.head(picKey);
  const { endpoint, bucket } = (await ann.get('getOssStsInfo')).data;
  expect(list[0]!.pic_url.startsWith(config.oss ? `${endpoint}/${bucket}/pics/${user_id}/` : 'http:')).toBe(
    true,
  );
  // Only a backend that stores on disk has an upload endpoint; it refuses this unsigned upload.
  const put = await backend.app.inject({ method: 'PUT', url: '/tyy-photos/photos/x.jpg', payload: 'x' });
  expect(put.statusCode).toBe(config.oss ? 404 : 403);
  expect(pic!.size).toBeGreaterThan(1000);
  const photos = async () => (await ann.get('getPersonalPics')).data.list;

  backend.clock.ahead = 29 * day;
  expect(await removeOldPhotos(backend.services, config.photoDays)).toBe(0);
  expect(await photos()).toHaveLength(1);
  backend.clock.ahead = 31 * day;
  expect(await removeOldPhotos(backend.services, config.photoDays)).toBe(1);
  backend.clock.ahead = 0;
  expect(await photos()).toEqual([]);
  expect(await keysBelow(store, `photos/${user_id}/`)).toEqual([]);
  expect(await store.head(picKey)).toEqual(pic);

  await createJob(ann);
  await ann.post('deleteAccount');
  for (const folder of ['photos', 'pics'])
    expect(await keysBelow(store, `${folder}/${user_id}/`)).toEqual([]);
});
