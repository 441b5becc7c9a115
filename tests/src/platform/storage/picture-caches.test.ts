import { beforeEach, expect, test, vi } from 'vitest';
import { array, string } from '../../../../src/platform/parse.ts';
import { later } from '../../../support/later.ts';
import { openFakeCaches } from '../../../support/phone/fake-caches.ts';
import { clearAll, type Store } from '../../../support/phone/fake-idb.ts';

/** Writes fail as on a full device while `roomWith` returns more than `missing`. */
let missing = 0;
let roomWith: () => number = () => 0;
/** Runs before each write, which waits for the result and fails if this function throws. */
let beforeWrite: (value: unknown) => unknown = () => {};

vi.mock('idb-keyval', async () => {
  const fake = await import('../../../support/phone/fake-idb.ts');
  return {
    ...fake,
    async set(key: string, value: unknown, store?: Store) {
      await beforeWrite(value);
      if (roomWith() > missing) throw new DOMException('full', 'QuotaExceededError');
      return fake.set(key, value, store);
    },
  };
});

const own = { 'workbox-precache-v2': {}, 'tyy-shared': {} };
const pictures = { 'tyy-pics': { '/a': new Response('12345'), '/b': new Response('678') }, 'tyy-api': {} };

beforeEach(() => {
  vi.resetModules();
  clearAll();
  missing = 9;
  roomWith = () => 0;
  beforeWrite = () => {};
});

/** Fills the device until the app has deleted all but `left` caches. */
function fillUntil(left: number): { names(): string[] } {
  const caches = openFakeCaches({ ...own, ...pictures });
  missing = left;
  roomWith = () => caches.names().length;
  return caches;
}

const loadStorage = () => import('../../../../src/platform/storage/saved.ts');
const loadPhotos = () => import('../../../../src/platform/storage/photo-blobs.ts');
const loadCache = () => import('../../../../src/platform/storage/cache.ts');

test('on a full device, the app deletes cached pictures to save a value, but not its own files and shared photos', async () => {
  const caches = fillUntil(2);
  const value = (await loadStorage()).saved('tyy.ad-jobs', array(string));

  expect(await value.write(['7'])).toBe(true);

  expect(caches.names()).toEqual(Object.keys(own));
  vi.resetModules();
  expect(await (await loadStorage()).saved('tyy.ad-jobs', array(string)).read()).toEqual(['7']);
});

test('if deleting caches does not free enough space, saving values and photos returns false', async () => {
  fillUntil(1);
  const value = (await loadStorage()).saved('tyy.ad-jobs', array(string));

  expect(await value.write(['7'])).toBe(false);
  expect(await (await loadPhotos()).photoBlobs.save('1', new Blob(['a']))).toBe(false);
});

test('a write that fails although the device is not full deletes no cache and returns false', async () => {
  const caches = fillUntil(9);
  beforeWrite = () => Promise.reject(new DOMException('no database', 'InvalidStateError'));
  expect(await (await loadStorage()).saved('tyy.ad-jobs', array(string)).write(['7'])).toBe(false);
  expect(await (await loadPhotos()).photoBlobs.save('1', new Blob(['a']))).toBe(false);
  expect(caches.names()).toHaveLength(4);
});

test('of two writes, the page uses the later value, even if only the earlier one was saved', async () => {
  const value = (await loadStorage()).saved('tyy.ad-jobs', array(string));
  const held = later();
  beforeWrite = text => (text === '["1"]' ? held.promise : null);
  const earlier = value.write(['1']);
  fillUntil(0);
  globalThis.caches.delete = async () => false;
  expect(await value.write(['2'])).toBe(false);
  roomWith = () => 0;
  held.resolve();
  expect(await earlier).toBe(true);
  expect(await value.read()).toEqual(['2']);
});

test('a tab reads a value that another tab has saved', async () => {
  const value = (await loadStorage()).saved('tyy.ad-jobs', array(string));
  await value.write(['1']);
  const { writeText } = await import('../../../../src/platform/storage/database.ts');
  await writeText('tyy.ad-jobs', '["2"]');
  expect(await value.read()).toEqual(['2']);
});

test('the size of the cache includes pictures and lists, and is 0 after clearing', async () => {
  const caches = openFakeCaches({ ...own, ...pictures, 'tyy-shared': { '/s': new Response('a photo') } });
  const { measureCache, clearCache } = await loadCache();
  expect(await measureCache()).toBe(8);
  await (await loadStorage()).saved('tyy.templates', array(string)).write(['ab']);
  await (await loadStorage()).saved('tyy.ad-jobs', array(string)).write(['7']);
  expect(await measureCache()).toBe(8 + '["ab"]'.length);

  await clearCache();

  expect(await measureCache()).toBe(0);
  expect(caches.names()).toEqual(Object.keys(own));
  expect(await (await loadStorage()).saved('tyy.ad-jobs', array(string)).read()).toEqual(['7']);
});

test('the next page can read saved photos, and reads invalid photo data as null', async () => {
  const photo = new Blob(['a photo'], { type: 'image/heic' });
  expect(await (await loadPhotos()).photoBlobs.save('1', photo)).toBe(true);
  expect(await (await loadPhotos()).photoBlobs.save('2', photo, true)).toBe(true);
  vi.resetModules();
  const { photoBlobs } = await loadPhotos();

  const [chosen, prepared] = [await photoBlobs.read('1'), await photoBlobs.read('2')];
  expect([chosen?.blob.type, await chosen?.blob.text()]).toEqual(['image/heic', 'a photo']);
  expect([chosen?.isPrepared, prepared?.isPrepared]).toEqual([false, true]);

  const { createStore, set } = await import('../../../support/phone/fake-idb.ts');
  await set('3', { bytes: 'no bytes' }, createStore('tyy-photos'));
  expect(await photoBlobs.read('3')).toBeNull();
  await set('4', { bytes: new ArrayBuffer(1) }, createStore('tyy-photos'));
  expect(await photoBlobs.read('4')).toMatchObject({ blob: { type: '', size: 1 }, isPrepared: false });
  await photoBlobs.remove('1');
  expect(await photoBlobs.read('1')).toBeNull();
  await photoBlobs.clear();
  expect(await photoBlobs.read('2')).toBeNull();
});

test('photos and values with the same key are separate, and removing a photo removes its upload checkpoint', async () => {
  const { photoBlobs } = await loadPhotos();
  const { readText, writeText } = await import('../../../../src/platform/storage/database.ts');
  const { checkpointsOf } = await import('../../../../src/platform/upload/put-in-parts.ts');
  const checkpoint = (key: string) => ({
    key,
    uploadId: 'u',
    size: 9,
    partSize: 4,
    done: [{ number: 1, etag: 'e' }],
  });
  await photoBlobs.save('1', new Blob(['a photo']));
  await writeText('1', 'a value');
  for (const id of ['1', '2']) await checkpointsOf(id).save(checkpoint(id));
  expect(await checkpointsOf('1').read()).toEqual(checkpoint('1'));

  await photoBlobs.remove('1');
  expect(await checkpointsOf('1').read()).toBeNull();
  expect(await checkpointsOf('2').read()).toEqual(checkpoint('2'));
  await photoBlobs.clear();
  expect(await checkpointsOf('2').read()).toBeNull();
  expect(await readText('1')).toBe('a value');
});
