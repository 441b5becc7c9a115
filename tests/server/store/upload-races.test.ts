import { mkdir, open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type OSS from 'ali-oss';
import { beforeEach, expect, test, vi } from 'vitest';
import { bounds } from '../../../server/http/limits/limiters.ts';
import { ownerOf, uploadLimits } from '../../../server/store/oss/upload-limits.ts';
import { ossWorlds } from './oss-world.ts';

const prefix = 'photos/7/';
const key = `${prefix}portrait_a1.jpg`;
const partSize = 100_000;
const part = (letter: string) => Buffer.alloc(partSize, letter);
const world = ossWorlds();
let client: OSS;

beforeEach(async () => {
  client = world.client(world.issue(prefix));
});

async function put(uploadId: string, number: number, bytes = part('a')) {
  const { etag } = await client.uploadPart(key, uploadId, number, bytes, 0, bytes.length);
  return { number, etag };
}

/** Starts an upload and uploads both of its parts. */
async function uploaded() {
  const { uploadId } = await client.initMultipartUpload(key);
  return { uploadId, done: [await put(uploadId, 1), await put(uploadId, 2)] };
}

const partsFolder = () => join(world.folder, 'objects', '.parts', ownerOf(prefix));

test('a part replaced during the completion of its upload is not mixed with the old part', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { uploadId, done } = await uploaded();
    const [completed, ...others] = await Promise.allSettled([
      client.completeMultipartUpload(key, uploadId, done),
      put(uploadId, 2, part('b')),
      put(uploadId, 2, part('c')),
    ]);

    if (completed.status === 'rejected') {
      // The part was replaced first, so the upload no longer has the old part.
      expect(completed.reason).toMatchObject({ code: 'InvalidPart' });
      continue;
    }
    const { bytes, etag } = (await world.store.get(key))!;
    expect(etag).toBe(completed.value.etag);
    expect(Buffer.concat([part('a'), part('a')]).equals(bytes)).toBe(true);
    for (const other of others) {
      if (other.status === 'rejected')
        expect(other.reason).toMatchObject({ status: 404, code: 'NoSuchUpload' });
    }
  }
});

test('an upload completed and aborted concurrently does only one of the two and leaves no files', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { uploadId, done } = await uploaded();
    const results = await Promise.allSettled([
      client.completeMultipartUpload(key, uploadId, done),
      client.abortMultipartUpload(key, uploadId),
    ]);
    const lost = results.filter(result => result.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]!.reason).toMatchObject({ status: 404, code: 'NoSuchUpload' });
    expect(await readdir(partsFolder())).toEqual([]);
  }
  expect(world.logged).toEqual([]);
});

test('a part that arrives while its upload is aborted or erased leaves no file', async () => {
  for (const end of [
    (uploadId: string) => client.abortMultipartUpload(key, uploadId),
    () => world.store.deletePrefix(prefix),
  ]) {
    for (let round = 0; round < 5; round += 1) {
      const { uploadId } = await client.initMultipartUpload(key);
      const [came] = await Promise.allSettled([put(uploadId, 1), end(uploadId)]);
      if (came.status === 'rejected')
        expect(came.reason).toMatchObject({ status: 404, code: 'NoSuchUpload' });
      expect(await readdir(partsFolder()).catch(() => [])).toEqual([]);
    }
  }
  expect(world.logged).toEqual([]);
});

test('callers who hang up leave no files or logged errors, and free their places for other uploads', async () => {
  const { uploadId } = await client.initMultipartUpload(key);
  const sent: { url: string; init: RequestInit }[] = [];
  Object.assign(client, {
    urllib: {
      async request(url: string, { method, headers }: { method: string; headers: Record<string, string> }) {
        const { host: _host, 'Content-Length': _length, ...others } = headers;
        sent.push({ url, init: { method, headers: others } });
        const response = { status: 200, headers: { etag: '"0"' } };
        return { ...response, data: '', res: response };
      },
    },
  });
  await put(uploadId, 1);
  await client.put(`${prefix}whole.jpg`, part('a'));
  const files = async () => {
    const names = await readdir(join(world.folder, 'objects'), { recursive: true, withFileTypes: true });
    return names.filter(entry => entry.isFile());
  };
  for (let count = 0; count <= bounds.uploads.ofOne; count += 1) {
    const { url, init } = sent[count % 2]!;
    const abort = new AbortController();
    const body = new ReadableStream({ start: controller => controller.enqueue(part('a')) });
    const request = fetch(url, { ...init, body, signal: abort.signal, duplex: 'half' } as RequestInit);
    const ended = expect(request).rejects.toThrow();
    await expect.poll(files).toHaveLength(1);
    abort.abort();
    await ended;
    await expect.poll(files).toEqual([]);
  }

  const again = world.client(world.issue(prefix));
  expect((await again.listParts(key, uploadId)).parts ?? []).toEqual([]);
  expect(world.logged).toEqual([]);
});

test.each([
  ['a whole photo', (headers: object) => client.put(key, part('a'), headers)],
  ['an upload in parts', (headers: object) => client.initMultipartUpload(key, headers)],
])('a Content-Type of more than 900 letters is refused for %s', async (_, send) => {
  const long = send({ mime: `image/${'x'.repeat(900)}` });
  await expect(long).rejects.toMatchObject({ status: 400, code: 'InvalidArgument' });
  await send({ mime: `image/jpeg; name=${'"'.repeat(180)}` });
  expect(world.logged).toEqual([]);
});

test('if the database fails while an upload completes, the caller can retry', async () => {
  const { uploadId, done } = await uploaded();
  const { query } = world.db;
  Object.assign(world.db, {
    query: new Proxy(query, {
      get() {
        throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
      },
    }),
  });
  const completed = client.completeMultipartUpload(key, uploadId, done);
  await expect(completed).rejects.toMatchObject({ status: 503, code: 'ServiceUnavailable' });
  Object.assign(world.db, { query });
  await client.completeMultipartUpload(key, uploadId, done);
});

const onePart = async () => join(partsFolder(), (await readdir(partsFolder()))[0]!);

test.each([
  ['was truncated', async () => truncate(await onePart(), 1000)],
  ['is gone', async () => rm(await onePart())],
  ['was changed', async () => writeFile(await onePart(), Buffer.alloc(partSize + 512, 'x'))],
  [
    'cannot be read',
    async () => {
      const file = await onePart();
      await rm(file);
      await mkdir(file);
    },
  ],
])('an upload with a part that %s is removed and reported, and a new upload works', async (_, damage) => {
  const { uploadId, done } = await uploaded();
  await damage();

  const completed = client.completeMultipartUpload(key, uploadId, done);
  await expect(completed).rejects.toMatchObject({ status: 404, code: 'NoSuchUpload' });
  expect(world.problems).toHaveLength(1);
  expect(await readdir(partsFolder())).toEqual([]);
  expect(await world.store.get(key)).toBeNull();
  const next = await uploaded();
  await client.completeMultipartUpload(key, next.uploadId, next.done);
  await world.store.deletePrefix(prefix);
});

test('while the disk is full, uploads are refused, but files can still be erased', async () => {
  const { uploadId } = await client.initMultipartUpload(key);
  await world.store.put('photos/8/a.jpg', part('a'), 'image/jpeg');
  const handle = await open(join(world.folder, 'a-file'), 'w');
  await handle.close();
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'write').mockRejectedValue(full);
  const refusal = { status: 503, code: 'ServiceUnavailable' };
  await expect(client.put(key, part('a'))).rejects.toMatchObject(refusal);
  await expect(put(uploadId, 1)).rejects.toMatchObject(refusal);
  expect(await world.store.deletePrefix('photos/8/')).toBe(1);
  write.mockRestore();

  expect(world.logged).toEqual([]);
  expect(await readdir(partsFolder()).catch(() => [])).toEqual([]);
  const done = [await put(uploadId, 1)];
  await client.completeMultipartUpload(key, uploadId, done);
  expect(await readdir(join(world.folder, 'objects', '.incoming'))).toEqual([]);
});

test('the check for free disk space counts running uploads as if they were already stored', async () => {
  const { room } = world.store;
  const onDisk = { count: 0, free: uploadLimits.leastFree + 1.5 * partSize };
  const held: (() => void)[] = [];
  world.store.room = () => new Promise(resolve => held.push(() => resolve(onDisk)));
  const two = ['a', 'b'].map(name => client.put(`${prefix}${name}.jpg`, part('a')));
  const settled = Promise.allSettled(two);
  await expect.poll(() => held.length).toBe(2);
  for (const letGo of held) letGo();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  world.store.room = async () => onDisk;
  await client.put(`${prefix}a.jpg`, part('a'));
  world.store.room = room;
});
