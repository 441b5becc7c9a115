import OSS from 'ali-oss';
import { afterEach, expect, test, vi } from 'vitest';
import { openOssStorage, signOssAddress } from '../../../server/store/oss/oss-storage.ts';
import { openOssDouble, openStsDouble, ossKeys } from '../doubles/oss-double.ts';
import { forFile } from '../support/for-file.ts';

const hour = 60 * 60 * 1000;

let ahead = 0;

const aliyun = {
  region: ossKeys.region,
  bucket: ossKeys.bucket,
  roleArn: 'acs:ram::1:role/uploads',
  accessKeyId: ossKeys.id,
  accessKeySecret: ossKeys.secret,
  endpoint: null,
  stsEndpoint: null,
};

const oss = await forFile(openOssDouble());
const sts = await forFile(openStsDouble());
const account = { ...aliyun, endpoint: oss.origin, stsEndpoint: sts.origin };
const storage = openOssStorage(account, () => Date.now() + ahead);

afterEach(() => {
  ahead = 0;
  vi.useRealTimers();
  oss.objects.clear();
});

const face = Buffer.from('a face');

test('an object is written, measured, read and deleted with valid signatures', async () => {
  const key = 'pics/ann/job/one.jpg';
  await storage.store.put(key, face, 'image/jpeg');
  expect(oss.objects.get(key)).toMatchObject({ bytes: face, type: 'image/jpeg' });
  expect(await storage.store.head(key)).toMatchObject({ size: 6 });
  const found = await storage.store.get(key);
  expect(found).toMatchObject({ type: 'image/jpeg', etag: expect.stringMatching(/^"[0-9A-F]{32}"$/) });
  expect(Buffer.from(found!.bytes)).toEqual(face);

  await storage.store.delete(key);
  expect(await storage.store.get(key)).toBeNull();
  expect(await storage.store.head(key)).toBeNull();
  expect(oss.objects.size).toBe(0);
});

test('an object larger than the maximum photo size is not loaded', async () => {
  const bytes = Buffer.alloc(30_000_000);
  oss.objects.set('photos/ann/large.jpg', { bytes, type: 'image/jpeg', time: Date.now() });

  expect(await storage.store.get('photos/ann/large.jpg')).toBeNull();
  expect(await storage.store.head('photos/ann/large.jpg')).toMatchObject({ size: 30_000_000 });
  expect(oss.requests.at(-2)?.headers.range).toBe('bytes=0-20971520');
});

test('deleting a prefix keeps objects that are newer than the given time', async () => {
  for (const [name, time] of [
    ['old', 1_000],
    ['new', 3_000],
  ] as const) {
    oss.objects.set(`photos/ann/${name}.jpg`, { bytes: face, type: 'image/jpeg', time });
  }
  expect(await storage.store.deletePrefix('photos/ann/', 2_000)).toBe(1);
  expect([...oss.objects.keys()]).toEqual(['photos/ann/new.jpg']);
});

test('a prefix is listed and deleted over many pages, without touching neighbouring keys', async () => {
  oss.pageSize = 3;
  const keys = Array.from({ length: 8 }, (_, index) => `photos/ann/${index}.jpg`);
  for (const key of [...keys, 'photos/anna/0.jpg']) await storage.store.put(key, face, 'image/jpeg');

  const listed = [];
  for await (const object of storage.store.list('photos/ann/')) listed.push(object);
  expect(listed.map(({ key }) => key)).toEqual(keys);
  expect(Math.abs(Date.now() - listed[0]!.time)).toBeLessThan(hour);

  expect(await storage.store.deletePrefix('photos/ann/')).toBe(8);
  expect([...oss.objects.keys()]).toEqual(['photos/anna/0.jpg']);
  expect(await storage.store.deletePrefix('photos/ann/')).toBe(0);
});

test('a failing bucket causes an error and does not count as empty', async () => {
  oss.troubles.push({ status: 503 }, { status: 503 });
  await expect(storage.store.get('pics/a.jpg')).rejects.toThrow();
  await expect(storage.store.head('pics/a.jpg')).rejects.toThrow();
  await expect(storage.store.put('../secret', face, 'image/jpeg')).rejects.toThrow('not an object key');
});

test('a signed address opens one picture, stays the same for a day, and expires', async () => {
  await storage.store.put('pics/ann/one.jpg', face, 'image/jpeg');
  const midnight = Math.floor(Date.now() / (24 * hour)) * 24 * hour;
  ahead = midnight - Date.now();
  const address = storage.addressOf('pics/ann/one.jpg', 'https://tyy.example');
  const response = await fetch(address);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toContain('private');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(face);
  expect((await fetch(address.replace('one.jpg', 'two.jpg'))).status).toBe(403);
  expect((await fetch(address.split('?')[0]!)).status).toBe(403);

  ahead += 23 * hour;
  expect(storage.addressOf('pics/ann/one.jpg', '')).toBe(address);
  ahead += hour;
  expect(storage.addressOf('pics/ann/one.jpg', '')).not.toBe(address);
  ahead = -3 * 24 * hour;
  expect((await fetch(storage.addressOf('pics/ann/one.jpg', ''))).status).toBe(403);
});

test.each([
  ['for the full size', undefined, {}],
  ['for a smaller version that OSS makes', 320, { 'x-oss-process': 'image/resize,w_320' }],
] as const)('an address signed by us %s equals the address that the SDK signs', async (...args) => {
  const [, width, process] = args;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 1) });
  const sdk = new OSS({
    region: `oss-${ossKeys.region}`,
    bucket: ossKeys.bucket,
    accessKeyId: ossKeys.id,
    accessKeySecret: ossKeys.secret,
    secure: true,
  });
  const queries = { 'response-cache-control': 'private, max-age=86400, immutable', ...process };
  const expected = await sdk.signatureUrlV4('GET', 172_800, { queries }, 'photos/ann/x_1.jpg');
  const ours = signOssAddress(aliyun, 'photos/ann/x_1.jpg', Date.UTC(2026, 5, 1, 17, 30), { width });
  const partsOf = (address: string) => {
    const { origin, pathname, searchParams } = new URL(address);
    return { origin, pathname, query: Object.fromEntries(searchParams) };
  };
  expect(partsOf(ours)).toEqual(partsOf(expected));
});

test('temporary credentials from STS last 15 minutes and allow only uploads below the prefix', async () => {
  const permission = await storage.allowUpload('photos/ann/', 'session', 'https://tyy.example');
  expect(permission).toMatchObject({
    access_key_id: 'STS.1',
    access_key_secret: 'sts',
    security_token: 'token',
    region: 'oss-cn-shanghai',
    bucket: 'faces',
  });
  expect(Date.parse(permission.expiration)).toBeGreaterThan(Date.now() + 14 * 60_000);

  const asked = sts.asked.at(-1)!;
  expect(asked).toMatchObject({ Action: 'AssumeRole', RoleArn: aliyun.roleArn, DurationSeconds: '900' });
  expect(JSON.parse(asked.Policy!).Statement).toEqual([
    {
      Effect: 'Allow',
      Action: ['oss:PutObject', 'oss:ListParts'],
      Resource: ['acs:oss:*:*:faces/photos/ann/*'],
    },
  ]);
  await expect(storage.allowUpload('photos/*', 'session', '')).rejects.toThrow('not a key prefix');
});

test('an address gives an object key only if it is in our own bucket', () => {
  const own = openOssStorage(aliyun, Date.now);
  expect(own.foreignOrigin).toBe('https://faces.oss-cn-shanghai.aliyuncs.com');
  const key = 'photos/ann/a_1.jpg';
  expect(own.keyOf(`https://faces.oss-cn-shanghai.aliyuncs.com/${key}`)).toBe(key);
  expect(own.keyOf(own.addressOf(key, ''))).toBe(key);
  expect(own.keyOf(`https://others.oss-cn-shanghai.aliyuncs.com/${key}`)).toBeNull();
  expect(own.keyOf(`/${key}`)).toBeNull();
  expect(own.keyOf('https://faces.oss-cn-shanghai.aliyuncs.com/')).toBeNull();
  expect(storage.keyOf(`${oss.origin}/faces/${key}`)).toBe(key);
  expect(storage.keyOf(`${oss.origin}/other/${key}`)).toBeNull();
});
