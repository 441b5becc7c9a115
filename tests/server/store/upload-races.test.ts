import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type OSS from 'ali-oss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPartList } from '../../../server/store/oss/oss-endpoint.ts';
import { ownerOf } from '../../../server/store/oss/upload-limits.ts';
import { type OssWorld, openOssWorld, openRows, type Rows } from './oss-world.ts';

const prefix = 'photos/7/';
const key = `${prefix}portrait_a1.jpg`;
const partSize = 100_000;
const part = (letter: string) => Buffer.alloc(partSize, letter);

let rows: Rows;
let world: OssWorld;
let client: OSS;
beforeAll(async () => {
  rows = await openRows();
});
afterAll(() => rows.close());
beforeEach(async () => {
  world = await openOssWorld(rows);
  client = world.client(world.issue(prefix));
});
afterEach(() => world.close());

async function put(uploadId: string, number: number, bytes = part('a')) {
  const { etag } = await client.uploadPart(key, uploadId, number, bytes, 0, bytes.length);
  return { number, etag };
}

/** An upload of two parts that has come whole. */
async function uploaded() {
  const { uploadId } = await client.initMultipartUpload(key);
  return { uploadId, done: [await put(uploadId, 1), await put(uploadId, 2)] };
}

const partsFolder = () => join(world.folder, 'objects', '.parts', ownerOf(prefix));

test('a part that is put anew while an upload completes is not in it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { uploadId, done } = await uploaded();
    const [completed, ...others] = await Promise.allSettled([
      client.completeMultipartUpload(key, uploadId, done),
      put(uploadId, 2, part('b')),
      put(uploadId, 2, part('c')),
    ]);

    if (completed.status === 'rejected') {
      // The part was replaced first, so the one that was named is no longer part of the upload.
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

test('an upload that is taken back while it completes ends as one of the two, with nothing left and nothing logged', async () => {
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

test('of two who complete an upload at once, one does', async () => {
  const { uploadId, done } = await uploaded();
  const complete = () => client.completeMultipartUpload(key, uploadId, done);
  const results = await Promise.allSettled([complete(), complete()]);

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.find(result => result.status === 'rejected')!.reason).toMatchObject({
    code: 'NoSuchUpload',
  });
});

test('a part that comes for an upload that is taken back, or erased, meanwhile is refused', async () => {
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

test('a caller who hangs up is no fault of the server', async () => {
  const { uploadId } = await client.initMultipartUpload(key);
  const sent: { url: string; init: RequestInit }[] = [];
  Object.assign(client, {
    urllib: {
      async request(url: string, { method, headers }: { method: string; headers: Record<string, string> }) {
        const { host: _host, 'Content-Length': _length, ...others } = headers;
        sent.push({ url, init: { method, headers: others } });
        return {
          status: 200,
          headers: { etag: '"0"' },
          data: '',
          res: { status: 200, headers: { etag: '"0"' } },
        };
      },
    },
  });
  await put(uploadId, 1);
  await client.put(`${prefix}whole.jpg`, part('a'));
  const files = async () => {
    const names = await readdir(join(world.folder, 'objects'), { recursive: true, withFileTypes: true });
    return names.filter(entry => entry.isFile());
  };
  for (const { url, init } of sent) {
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
])('a Content-Type of 900 letters is refused for %s', async (_, send) => {
  const long = send({ mime: `image/${'x'.repeat(900)}` });
  await expect(long).rejects.toMatchObject({ status: 400, code: 'InvalidArgument' });
  await send({ mime: `image/jpeg; name=${'"'.repeat(180)}` });
  expect(world.logged).toEqual([]);
});

test('a list of parts without an end is refused at once', () => {
  const began = performance.now();
  for (const text of [
    '<Part>',
    '<Part><PartNumber>',
    '</Part>',
    '<ETag>',
    '<Part><PartNumber>1</PartNumber></Part>',
  ]) {
    expect(() => readPartList(text.repeat(10_000))).toThrow('not well-formed');
  }
  expect(performance.now() - began).toBeLessThan(1000);
});

test('the database away is no end of an upload: it is refused for the moment', async () => {
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
