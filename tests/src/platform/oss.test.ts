import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OssCredentials, putObject } from '../../../src/platform/oss.ts';
import type { Checkpoint } from '../../../src/platform/oss-parts.ts';
import { transport } from '../../../src/platform/oss-transport.ts';
import { bucket, type OssWorld, openOssWorld } from '../../server/store/oss-world.ts';

const prefix = 'photos/7/';
const photo = new Blob(['123456789'], { type: 'image/jpeg' });

let world: OssWorld;
beforeAll(async () => {
  world = await openOssWorld();
});
afterAll(() => world.close());

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
  });
  await expect(putObject(credentials(), 'photos/8/c.jpg', photo, {})).rejects.toMatchObject({
    kind: 'refused',
  });
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

/** Keeps a checkpoint as a phone does. */
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

/** A photo of 300 kB, with bytes that differ. */
const bytes = Buffer.from(Array.from({ length: 300 * 1024 }, (_, at) => (at * 7) % 251));
const large = new Blob([bytes], { type: 'image/jpeg' });

/** The requests that reach the store, as "METHOD partNumber"; the response to that of number `lost` does not come back. */
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

describe('a photo above 256 kB', () => {
  const key = `${prefix}large.jpg`;
  const isStored = async () => bytes.equals((await world.store.get(key))?.bytes ?? Buffer.alloc(0));
  afterEach(() => void vi.restoreAllMocks());

  test('goes up in parts, and its address comes back', async () => {
    const sent = listen();
    const shown: number[] = [];
    const onProgress = (bytes: number) => void shown.push(bytes);
    const address = await putObject(credentials(), key, large, { checkpoints: memory(), onProgress });

    expect(address).toBe(`${world.origin}/${bucket}/${key}`);
    expect(await isStored()).toBe(true);
    expect((await world.store.get(key))?.type).toBe('image/jpeg');
    expect(sent).toEqual(['POST', 'PUT 1', 'PUT 2', 'POST']);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown.at(-1)).toBe(large.size);
  });

  test('of which a part was lost goes on at that part', async () => {
    const checkpoints = memory();
    const request = transport.request;
    vi.spyOn(transport, 'request').mockImplementation((address, options) =>
      address.includes('partNumber=2') ? Promise.reject(new Error('lost')) : request(address, options),
    );
    await expect(putObject(credentials(), key, large, { checkpoints })).rejects.toThrow();
    vi.restoreAllMocks();

    const sent = listen();
    await putObject(credentials(), key, large, { checkpoints });

    expect(sent).toEqual(['GET', 'PUT 2', 'POST']);
    expect(await isStored()).toBe(true);
  });

  test('of which the response to a part was lost does not send that part again', async () => {
    const sent = listen(2);
    const checkpoints = memory();
    await putObject(credentials(), key, large, { checkpoints });

    expect(sent).toEqual(['POST', 'PUT 1', 'GET', 'PUT 2', 'POST']);
    expect(await isStored()).toBe(true);
  });

  test('of which the page ended before it knew of a part does not send that part again', async () => {
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

  test('of which the last response was lost is not sent again', async () => {
    const sent = listen(4);
    const address = await putObject(credentials(), key, large, { checkpoints: memory() });

    expect(sent).toEqual(['POST', 'PUT 1', 'PUT 2', 'POST', 'POST']);
    expect(address).toBe(`${world.origin}/${bucket}/${key}`);
    expect(await isStored()).toBe(true);
  });

  test('whose upload the store no longer knows begins anew', async () => {
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

  test('of which another photo had the checkpoint begins anew', async () => {
    const checkpoints = memory();
    await putObject(credentials(), `${prefix}other.jpg`, large, { checkpoints });
    const sent = listen();
    await putObject(credentials(), key, large, { checkpoints });

    expect(sent).toEqual(['POST', 'PUT 1', 'PUT 2', 'POST']);
  });
});
