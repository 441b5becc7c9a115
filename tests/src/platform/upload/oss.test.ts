import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { putObject } from '../../../../src/platform/upload/oss.ts';
import type { Checkpoint } from '../../../../src/platform/upload/put-in-parts.ts';
import type { OssCredentials } from '../../../../src/platform/upload/store-options.ts';
import { transport } from '../../../../src/platform/upload/transport.ts';
import { bucket, type OssWorld, openOssWorld } from '../../../server/store/oss-world.ts';

const photo = new Blob(['123456789'], { type: 'image/jpeg' });

let world: OssWorld;
beforeAll(async () => {
  world = await openOssWorld();
});
afterAll(() => world.close());

const prefix = 'photos/7/';

/** Issues credentials for the store, in the app's format. */
function credentials(changes: Partial<OssCredentials> = {}): OssCredentials {
  const issued = world.issue(prefix);
  return {
    accessKeyId: issued.access_key_id,
    accessKeySecret: issued.access_key_secret,
    securityToken: issued.security_token,
    region: 'oss-cn-hangzhou',
    bucket,
    endpoint: world.origin,
    ...changes,
  };
}

test('a file name in any script becomes part of the object key unchanged', async () => {
  const key = `${prefix}自拍-फोटो-é-𠮷_1.jpg`;

  const address = await putObject(credentials(), key, photo, {});

  expect(decodeURIComponent(address)).toBe(`${world.origin}/${bucket}/${key}`);
  expect(await world.store.get(key)).not.toBeNull();
});

/** The store's response if it has accepted a photo at this address. */
function taken(address: string, status = 200) {
  const res = { status, statusCode: status, headers: {}, requestUrls: [address] };
  return { status, headers: {}, data: '', res };
}

test('an upload with expired or false credentials rejects with the kind "expired", not "refused"', async () => {
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
  ['a blob with a type', new Blob(['123'], { type: 'image/webp' }), 'image/webp'],
  ['a blob without a type', new Blob(['123']), 'application/octet-stream'],
  [
    'a file whose name suggests another type',
    new File(['123'], 'a.png', { type: 'image/webp' }),
    'image/webp',
  ],
])('%s is stored with its own type', async (_, photo, stored) => {
  const key = `${prefix}photo`;
  await putObject(credentials(), key, photo);
  expect((await world.store.get(key))?.type).toBe(stored);
});

test('an upload response with a status other than 200 is a refusal', async () => {
  vi.spyOn(transport, 'request').mockResolvedValue(taken(`${world.origin}/a.jpg`, 204));
  await expect(putObject(credentials(), `${prefix}a.jpg`, photo)).rejects.toMatchObject({ kind: 'refused' });
});

test('an upload rejects with a network error if the SDK cannot be downloaded', async () => {
  vi.resetModules();
  vi.doMock('ali-oss', () => Promise.reject(new Error('there is no network')));
  const fresh = await import('../../../../src/platform/upload/oss.ts');
  await expect(fresh.putObject(credentials(), `${prefix}a.jpg`, photo)).rejects.toMatchObject({
    kind: 'network',
    cause: { message: 'the SDK did not load', cause: expect.any(Error) },
  });
  vi.doUnmock('ali-oss');
});

test('an upload rejects with a network error if the store cannot be reached', async () => {
  const nobody = credentials({ endpoint: 'http://127.0.0.1:9' });

  await expect(putObject(nobody, `${prefix}d.jpg`, photo, {})).rejects.toMatchObject({ kind: 'network' });
});

test("an upload uses the store's time if the phone's clock is wrong", async () => {
  world.passMinutes(60);
  const issued = credentials();

  await putObject(issued, `${prefix}e.jpg`, photo, {});
  world.passMinutes(-60);

  expect(await world.store.get(`${prefix}e.jpg`)).not.toBeNull();
});

const atAliyun = 'https://bucket.oss-cn-hangzhou.aliyuncs.com/a.jpg';

test.each<[changes: Partial<OssCredentials>, request: string, protocol?: string]>([
  [{ endpoint: undefined }, atAliyun],
  [{ endpoint: undefined, region: 'cn-hangzhou' }, atAliyun],
  [{ endpoint: 'https://oss-cn-hangzhou.aliyuncs.com' }, atAliyun],
  [{ endpoint: 'oss-cn-hangzhou.aliyuncs.com', region: 'cn-hangzhou' }, atAliyun],
  [{ endpoint: 'https://aliyuncs.com.example' }, 'https://aliyuncs.com.example/bucket/a.jpg'],
  [{ endpoint: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/bucket/a.jpg'],
  [{ endpoint: 'http://localhost:9' }, 'http://localhost:9/bucket/a.jpg'],
  [{ endpoint: 'http://localhost.example:9' }, 'http://localhost.example:9/bucket/a.jpg', 'https'],
  [{ endpoint: 'http://notlocalhost:9' }, 'http://notlocalhost:9/bucket/a.jpg', 'https'],
])('credentials with %j send the photo to %s', async (changes, sentTo, protocol) => {
  const request = vi.spyOn(transport, 'request').mockImplementation(async address => taken(address));
  const address = await putObject(credentials({ bucket: 'bucket', ...changes }), 'a.jpg', photo);
  expect(request.mock.calls[0]?.[0]).toBe(sentTo);
  expect(address).toBe(protocol ? sentTo.replace(/^http/, protocol) : sentTo);
});

/** Makes a storage for checkpoints in memory, in place of the phone's database. */
function memory(saved: Checkpoint | null = null) {
  return {
    saved,
    async read() {
      return this.saved;
    },
    async save(checkpoint: Checkpoint) {
      this.saved = structuredClone(checkpoint);
    },
  };
}

/** A photo of 300 kB with varied bytes. */
const bytes = Buffer.from(Array.from({ length: 300 * 1024 }, (_, at) => (at * 7) % 251));
const large = new Blob([bytes], { type: 'image/jpeg' });

/** Records requests to the store as "METHOD partNumber", and drops the response to request number `lost` (from 1). */
function listen(lost = 0): string[] {
  const sent: string[] = [];
  const request = transport.request;
  vi.spyOn(transport, 'request').mockImplementation(async (address, options) => {
    const number = new URL(address).searchParams.get('partNumber');
    const count = sent.push(number ? `${options.method} ${number}` : options.method);
    const response = await request(address, options);
    if (count !== lost) return response;
    throw Object.assign(new Error('The connection was lost.'), { status: -1 });
  });
  return sent;
}

describe('uploads in parts', () => {
  const key = `${prefix}large.jpg`;
  const isStored = async () => bytes.equals((await world.store.get(key))?.bytes ?? Buffer.alloc(0));
  afterEach(() => void vi.restoreAllMocks());

  test('a large photo is uploaded in parts, and its address is returned', async () => {
    const sent = listen();
    const address = await putObject(credentials(), key, large, { checkpoints: memory() });

    expect(address).toBe(`${world.origin}/${bucket}/${key}`);
    expect(await isStored()).toBe(true);
    expect((await world.store.get(key))?.type).toBe('image/jpeg');
    expect(sent).toEqual(['POST', 'PUT 1', 'PUT 2', 'POST']);
  });

  test.each([
    ['a part', 2, ['POST', 'PUT 1', 'GET', 'PUT 2', 'POST']],
    ['the last request', 4, ['POST', 'PUT 1', 'PUT 2', 'POST', 'POST']],
  ])('a large photo is not sent again if the response to %s was lost', async (_, lost, expected) => {
    const sent = listen(lost);
    const address = await putObject(credentials(), key, large, { checkpoints: memory() });

    expect(sent).toEqual(expected);
    expect(address).toBe(`${world.origin}/${bucket}/${key}`);
    expect(await isStored()).toBe(true);
  });

  test('a stored part of a large photo is not sent again if the page closed before it saved its progress', async () => {
    const checkpoints = memory();
    const { save } = checkpoints;
    checkpoints.save = async checkpoint => {
      if (checkpoint.done.length > 0) throw new Error('The page has ended.');
      await save.call(checkpoints, checkpoint);
    };
    await expect(putObject(credentials(), key, large, { checkpoints })).rejects.toThrow();
    checkpoints.save = save;
    const sent = listen();
    await putObject(credentials(), key, large, { checkpoints });

    expect(sent).toEqual(['GET', 'PUT 2', 'POST']);
    expect(await isStored()).toBe(true);
  });

  test('a large photo is uploaded from the beginning if the store does not know the saved upload', async () => {
    const checkpoints = memory({
      key,
      uploadId: 'A'.repeat(32),
      size: large.size,
      partSize: 128 * 1024,
      done: [{ number: 1, etag: `"${'0'.repeat(32)}"` }],
    });
    await putObject(credentials(), key, large, { checkpoints });

    expect(await isStored()).toBe(true);
  });

  test('a large photo is uploaded from the beginning if the checkpoint belongs to another photo', async () => {
    const checkpoints = memory();
    await putObject(credentials(), `${prefix}other.jpg`, large, { checkpoints });
    const sent = listen();
    await putObject(credentials(), key, large, { checkpoints });

    expect(sent).toEqual(['POST', 'PUT 1', 'PUT 2', 'POST']);
  });

  test('the upload of a large photo reports the number of sent bytes and of all bytes', async () => {
    const { request } = transport;
    vi.spyOn(transport, 'request').mockImplementation((address, options) => {
      options.ctx?.onProgress?.(1000, 1);
      return request(address, options);
    });
    const shown: number[][] = [];
    const onProgress = (...told: number[]) => void shown.push(told);
    await putObject(credentials(), key, large, { checkpoints: memory(), onProgress });
    const part = 256 * 1024;
    expect(shown).toEqual([1000, part, part + 1000, large.size].map(bytes => [bytes, large.size]));
  });

  test('a large photo is uploaded from the beginning if the store refuses to continue the saved upload', async () => {
    const checkpoints = memory();
    const { request } = transport;
    const refused = Object.assign(new Error('The part is not the one you sent.'), {
      status: 400,
      code: 'InvalidPart',
    });
    let isRefused = true;
    vi.spyOn(transport, 'request').mockImplementation(async (address, options) => {
      if (isRefused && options.method === 'POST' && address.includes('uploadId')) throw refused;
      return request(address, options);
    });
    const upload = () => putObject(credentials(), key, large, { checkpoints });
    await expect(upload()).rejects.toMatchObject({ kind: 'refused' });
    const { uploadId } = checkpoints.saved!;
    // The store still knows the upload, but refuses to continue it.
    vi.mocked(transport.request).mockImplementation(async (address, options) => {
      if (address.includes(uploadId) && options.method !== 'GET') throw refused;
      return request(address, options);
    });
    isRefused = false;
    await upload();
    expect(await isStored()).toBe(true);
  });
});

test('a photo of 256 kB is uploaded in one request', async () => {
  const sent = listen();
  const small = new Blob([Buffer.alloc(256 * 1024, 7)], { type: 'image/jpeg' });
  await putObject(credentials(), `${prefix}small.jpg`, small, { checkpoints: memory() });
  expect(sent).toEqual(['PUT']);
});
