import { mkdir, open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type OSS from 'ali-oss';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownerOf, uploadLimits } from '../../../server/store/oss/upload-limits.ts';
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
const onePart = async () => join(partsFolder(), (await readdir(partsFolder()))[0]!);

describe('an upload whose part', () => {
  test.each([
    ['was cut short', async () => truncate(await onePart(), 1000)],
    ['was emptied', async () => truncate(await onePart(), 0)],
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
  ])('%s is none, is logged and removed, and others go on', async (_, damage) => {
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
});

test('a full disk refuses uploads for the moment, and no erasure', async () => {
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

test('what is on its way counts as if it were on the disk', async () => {
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
