import { beforeEach, expect, test, vi } from 'vitest';
import type { Store } from '../../../support/phone/fake-idb.ts';

/** True if write transactions stay in `lasting` until they are aborted. */
let isSlow = false;
let lasting: object[] = [];
/** Names of each opened database and its store. */
let opened: string[][] = [];

vi.mock('idb-keyval', async () => {
  const fake = await import('../../../support/phone/fake-idb.ts');
  const slow =
    (store: Store): Store =>
    (mode, use) =>
      store(mode, objects => {
        if (!isSlow) return use(objects);
        return new Promise((_, reject) => {
          objects.transaction.abort = () => reject(null);
          lasting.push(objects.transaction);
        });
      });
  return {
    ...fake,
    createStore(database: string, name: string) {
      opened.push([database, name]);
      return fake.createStore(database);
    },
    set: (key: string, value: unknown, store: Store) => fake.set(key, value, slow(store)),
  };
});

beforeEach(() => {
  vi.resetModules();
  lasting = [];
  opened = [];
});

test('a write that is interrupted when the user leaves the page is repeated when the page is shown again', async () => {
  const { createStore, get } = await import('../../../support/phone/fake-idb.ts');
  const { photoBlobs } = await import('../../../../src/platform/storage/photo-blobs.ts');
  const photos = createStore('tyy-photos');
  isSlow = true;
  const done = photoBlobs.save('1', new Blob(['a photo']));
  await vi.waitFor(() => expect(lasting).toHaveLength(1));
  isSlow = false;
  window.dispatchEvent(new Event('pagehide'));
  // This write waits until `pageshow`.
  const later = photoBlobs.save('2', new Blob(['another']));
  await new Promise(resolve => setTimeout(resolve));
  expect([await get('1', photos), await get('2', photos)]).toEqual([undefined, undefined]);

  window.dispatchEvent(new Event('pageshow'));
  expect(await Promise.all([done, later])).toEqual([true, true]);
  expect(await get('1', photos)).toMatchObject({ isPrepared: false });
  expect(await get('2', photos)).toMatchObject({ isPrepared: false });
});

test('the databases have the same names as in earlier versions', async () => {
  await import('../../../../src/platform/storage/photo-blobs.ts');
  expect(opened).toEqual([
    ['keyval-store', 'keyval'],
    ['tyy-photos', 'photos'],
  ]);
});
