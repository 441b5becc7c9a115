import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDiskStore, writeObjectFile } from '../../../server/store/disk-store.ts';
import type { ObjectStore } from '../../../server/store/object-store.ts';
import { readSecret } from '../../../server/store/read-secret.ts';

let folder: string;
let store: ObjectStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-disk-'));
  store = await openDiskStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => Buffer.from(text);

test('an object keeps its bytes, type and ETag after the store is reopened', async () => {
  await store.put('photos/1/a.jpg', bytes('line\nline\n\u0000'), 'image/jpeg');

  const again = await openDiskStore(folder);

  expect(await again.get('photos/1/a.jpg')).toEqual({
    bytes: bytes('line\nline\n\u0000'),
    type: 'image/jpeg',
    etag: expect.stringMatching(/^"[0-9A-F]{32}"$/),
  });
});

test('overwriting an object replaces it, and readers never get a mixture of old and new', async () => {
  const one = bytes('1'.repeat(100_000));
  const two = bytes('2'.repeat(50_000));
  await store.put('key', one, 'text/one');

  const work = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? store.put('key', one, 'text/one') : store.put('key', two, 'text/two'),
  );
  const seen = await Promise.all(Array.from({ length: 40 }, () => store.get('key')));
  await Promise.all(work);

  for (const object of seen) {
    expect(Buffer.compare(object!.bytes, object!.type === 'text/one' ? one : two)).toBe(0);
  }
});

test('the keys `a` and `a/b` can exist together, and deleting `a` twice keeps `a/b`', async () => {
  await store.put('a', bytes('1'), 'text/plain');
  await store.put('a/b', bytes('2'), 'text/plain');
  expect((await store.get('a'))?.bytes).toEqual(bytes('1'));

  await store.delete('a');
  await store.delete('a');
  expect(await store.get('a')).toBeNull();
  expect((await store.get('a/b'))?.bytes).toEqual(bytes('2'));
});

test('deleting a prefix deletes all keys below it, but no key next to it', async () => {
  for (const key of ['pics/1/2/a.jpg', 'pics/1/2/b.jpg', 'pics/1/20/c.jpg']) {
    await store.put(key, bytes(key), 'image/jpeg');
  }

  expect(await store.deletePrefix('pics/1/2/')).toBe(2);
  expect(await store.deletePrefix('pics/1/2/')).toBe(0);
  expect(await store.get('pics/1/2/a.jpg')).toBeNull();
  expect(await store.get('pics/1/20/c.jpg')).not.toBeNull();
});

test('the store refuses invalid keys', async () => {
  const odd = [
    '',
    '/',
    '../a',
    'a/../b',
    'a//b',
    '/a',
    'a/',
    '.hidden',
    'a\\b',
    'a@object',
    'a b',
    'a\u0000',
  ];
  for (const key of [...odd, 'x'.repeat(201)]) {
    await expect(store.put(key, bytes('1'), 'text/plain'), key).rejects.toThrow(RangeError);
    await expect(store.get(key), key).rejects.toThrow(RangeError);
  }
});

test('an invalid prefix deletes nothing', async () => {
  await store.put('a', bytes('1'), 'text/plain');

  for (const prefix of ['', '/', '..', '../', 'a', './'])
    await expect(store.deletePrefix(prefix), prefix).rejects.toThrow(RangeError);
  expect(await store.get('a')).not.toBeNull();
});

test('the start removes old partial files from a killed process but not files being written', async () => {
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await writeFile(join(folder, '.incoming', 'half'), 'half');
  await utimes(join(folder, '.incoming', 'half'), hoursAgo, hoursAgo);
  await writeFile(join(folder, '.incoming', 'growing'), 'ha');

  await openDiskStore(folder);

  expect(await readdir(join(folder, '.incoming'))).toEqual(['growing']);
});

test('an object’s size is its number of bytes, and a list has each key once with its time', async () => {
  await store.put('photos/9/a.jpg', bytes('four'), 'image/jpeg');
  await store.put('photos/9/b/c.jpg', bytes(''), 'image/jpeg');
  expect(await store.head('photos/9/a.jpg')).toMatchObject({ size: 4 });
  expect(await store.head('photos/9/b/c.jpg')).toMatchObject({ size: 0 });
  expect((await store.get('photos/9/b/c.jpg'))?.bytes).toHaveLength(0);
  expect(await store.head('photos/9/d.jpg')).toBeNull();

  const listed = [];
  for await (const object of store.list('photos/9/')) listed.push(object);
  expect(listed.map(({ key }) => key).sort()).toEqual(['photos/9/a.jpg', 'photos/9/b/c.jpg']);
  expect(Math.abs(Date.now() - listed[0]!.time)).toBeLessThan(60_000);
  for await (const object of store.list('photos/none/')) throw new Error(object.key);
});

test('two objects written concurrently each get the checksum of their own bytes', async () => {
  const written = [0, 0];
  // Each piece waits until the other object has as many pieces, so the two writes alternate.
  async function* pieces(texts: string[], own: number) {
    for (const text of texts) {
      yield Buffer.from(text);
      written[own]! += 1;
      await vi.waitUntil(() => written[1 - own]! >= written[own]!);
    }
  }
  const [checked, empty] = await Promise.all([
    writeObjectFile(join(folder, 'one'), pieces(['1234', '', '56789'], 0), { type: 'image/jpeg' }),
    writeObjectFile(join(folder, 'other'), pieces(['', '', ''], 1), { type: 'image/jpeg' }),
  ]);
  // CRC-64 of the standard's check text and of an empty text.
  expect(checked.crc64).toBe('11051210869376104954');
  expect(empty.crc64).toBe('0');
});

test('the secret is created once, even if two processes start at the same time', async () => {
  const [one, other] = await Promise.all([readSecret(folder), readSecret(folder)]);
  expect(one).toHaveLength(32);
  expect(other).toEqual(one);
  expect(await readSecret(folder)).toEqual(one);
});

test.each([0, 31])('a secret of %i bytes is refused with advice', async bytes => {
  await readSecret(folder);
  await truncate(join(folder, 'secret'), bytes);
  await expect(readSecret(folder)).rejects.toThrow(
    /secret is damaged.*Restore it from a backup; or remove it/,
  );
});
