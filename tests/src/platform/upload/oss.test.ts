import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { putObject } from '../../../../src/platform/upload/oss.ts';
import type { OssCredentials } from '../../../../src/platform/upload/store-options.ts';
import { transport } from '../../../../src/platform/upload/transport.ts';
import { bucket, type OssWorld, openOssWorld } from '../../../server/store/oss-world.ts';
import { credentialsOf, prefix } from './oss-credentials.ts';

const photo = new Blob(['123456789'], { type: 'image/jpeg' });

let world: OssWorld;
beforeAll(async () => {
  world = await openOssWorld();
});
afterAll(() => world.close());

const credentials = (changes: Partial<OssCredentials> = {}) => credentialsOf(world, changes);

test('a photo arrives with its type, and its address comes back', async () => {
  const address = await putObject(credentials(), `${prefix}a.jpg`, photo, {});

  expect(address).toBe(`${world.origin}/${bucket}/${prefix}a.jpg`);
  expect(await world.store.get(`${prefix}a.jpg`)).toMatchObject({
    bytes: Buffer.from('123456789'),
    type: 'image/jpeg',
  });
});

test('a name of any script is kept as the key', async () => {
  const key = `${prefix}自拍-फोटो-é-𠮷_1.jpg`;

  const address = await putObject(credentials(), key, photo, {});

  expect(decodeURIComponent(address)).toBe(`${world.origin}/${bucket}/${key}`);
  expect(await world.store.get(key)).not.toBeNull();
});

/** What a store says that has taken a photo at that address. */
function taken(address: string, status = 200) {
  const res = { status, statusCode: status, headers: {}, requestUrls: [address] };
  return { status, headers: {}, data: '', res };
}

test.each([
  ['localhost', 'http'],
  ['127.10.20.30', 'http'],
  ['localhost.example', 'https'],
  ['notlocalhost', 'https'],
  ['127.example', 'https'],
])('a photo at a store on %s has an address of %s', async (host, protocol) => {
  vi.spyOn(transport, 'request').mockImplementation(async address => taken(address));
  const address = await putObject(credentials({ endpoint: `http://${host}:9000` }), 'a.jpg', photo);
  expect(address).toBe(`${protocol}://${host}:9000/${bucket}/a.jpg`);
});

test('an address that does not lead to this machine is https', async () => {
  const otherName = world.origin.replace('127.0.0.1', '0.0.0.0');

  const address = await putObject(credentials({ endpoint: otherName }), `${prefix}b.jpg`, photo, {});

  expect(address).toBe(`${otherName.replace('http:', 'https:')}/${bucket}/${prefix}b.jpg`);
});

test('credentials that are over, or not genuine, are told apart from a refusal', async () => {
  world.passMinutes(-16);
  const old = credentials();
  world.passMinutes(16);

  await expect(putObject(old, `${prefix}c.jpg`, photo, {})).rejects.toMatchObject({ kind: 'expired' });
  await expect(
    putObject(credentials({ securityToken: 'x.y' }), `${prefix}c.jpg`, photo, {}),
  ).rejects.toMatchObject({
    name: 'OssError',
    kind: 'expired',
    message: 'The upload failed: expired',
    cause: { code: 'InvalidSecurityToken' },
  });
  await expect(putObject(credentials(), 'photos/8/c.jpg', photo, {})).rejects.toMatchObject({
    kind: 'refused',
  });
});

test.each([
  ['a blob of a type', new Blob(['123'], { type: 'image/webp' }), 'image/webp'],
  ['a blob without a type', new Blob(['123']), 'application/octet-stream'],
  [
    'a file of another type than its name says',
    new File(['123'], 'a.png', { type: 'image/webp' }),
    'image/webp',
  ],
])('%s is stored with the type that it says itself', async (_, photo, stored) => {
  const key = `${prefix}photo`;
  await putObject(credentials(), key, photo);
  expect((await world.store.get(key))?.type).toBe(stored);
});

test('the bytes that have left are told while they leave, and are sent from the blob', async () => {
  const { request } = transport;
  const blobs: unknown[] = [];
  vi.spyOn(transport, 'request').mockImplementation((address, options) => {
    blobs.push(options.ctx?.blob);
    options.ctx?.onProgress?.(4, 9);
    return request(address, options);
  });
  const shown = vi.fn();
  await putObject(credentials(), `${prefix}a.jpg`, photo, { onProgress: shown });
  expect(shown.mock.calls).toEqual([[4, 9]]);
  expect(blobs).toEqual([photo]);
});

test('a response that does not say that the photo is stored is a refusal', async () => {
  vi.spyOn(transport, 'request').mockResolvedValue(taken(`${world.origin}/a.jpg`, 204));
  await expect(putObject(credentials(), `${prefix}a.jpg`, photo)).rejects.toMatchObject({ kind: 'refused' });
});

test('an SDK that cannot be downloaded is a network error', async () => {
  vi.resetModules();
  vi.doMock('ali-oss', () => Promise.reject(new Error('there is no network')));
  const fresh = await import('../../../../src/platform/upload/oss.ts');
  await expect(fresh.putObject(credentials(), `${prefix}a.jpg`, photo)).rejects.toMatchObject({
    kind: 'network',
    cause: { message: 'the SDK did not load', cause: expect.any(Error) },
  });
  vi.doUnmock('ali-oss');
});

test('an error that has nothing to do with a connection is none of the network', async () => {
  const sized = { size: 1, type: '' } as Blob;
  await expect(putObject(credentials(), 'a.jpg', sized)).rejects.toMatchObject({ kind: 'refused' });
});

test('a store that does not respond is a network error', async () => {
  const nobody = credentials({ endpoint: 'http://127.0.0.1:9' });

  await expect(putObject(nobody, `${prefix}d.jpg`, photo, {})).rejects.toMatchObject({ kind: 'network' });
});

test('a wrong clock of the phone is corrected by the store', async () => {
  world.passMinutes(60);
  const issued = credentials();

  await putObject(issued, `${prefix}e.jpg`, photo, {});
  world.passMinutes(-60);

  expect(await world.store.get(`${prefix}e.jpg`)).not.toBeNull();
});

const atAliyun = 'https://bucket.oss-cn-hangzhou.aliyuncs.com/a.jpg';

test.each<[changes: Partial<OssCredentials>, address: string]>([
  [{ endpoint: undefined }, atAliyun],
  [{ endpoint: '' }, atAliyun],
  [{ endpoint: undefined, region: 'cn-hangzhou' }, atAliyun],
  [{ endpoint: 'https://oss-cn-hangzhou.aliyuncs.com' }, atAliyun],
  [{ endpoint: 'oss-cn-hangzhou.aliyuncs.com', region: 'cn-hangzhou' }, atAliyun],
  [{ endpoint: 'https://oss-cn-hangzhou.aliyuncs.com:8443/' }, atAliyun.replace('.com', '.com:8443')],
  [{ endpoint: 'https://aliyuncs.com.example' }, 'https://aliyuncs.com.example/bucket/a.jpg'],
  [{ endpoint: 'https://oss.aliyuncs.com.example' }, 'https://oss.aliyuncs.com.example/bucket/a.jpg'],
  [{ endpoint: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/bucket/a.jpg'],
])('credentials with %j lead to %s', async (changes, address) => {
  const request = vi.spyOn(transport, 'request').mockImplementation(async sentTo => taken(sentTo));
  await putObject(credentials({ bucket: 'bucket', ...changes }), 'a.jpg', photo);
  expect(request.mock.calls[0]?.[0]).toBe(address);
});
