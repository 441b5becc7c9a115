import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type OSS from 'ali-oss';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ownerOf } from '../../../server/store/upload-limits.ts';
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
