import { expect, test, vi } from 'vitest';
import { clearSharedFiles, readSharedFiles } from '../../../../src/platform/storage/shared-files.ts';
import { openFakeCaches } from '../../../support/phone/fake-caches.ts';

const onServer = '0123456789abcdef0123456789abcdef';

/** A shared file as the service worker stores it. */
const kept = (text: string, name?: string) =>
  new Response(new Blob([text], { type: 'image/png' }), name ? { headers: { 'x-file-name': name } } : {});

const contentsOf = async (files: File[]) =>
  Promise.all(files.map(async file => [file.name, file.type, await file.text()]));

/** Replaces the server; returns a list to which each request is added. */
function playServer(response: () => Response): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    requests.push(`${init?.method ?? 'GET'} ${address}`);
    return response();
  });
  return requests;
}

test('shared files in the cache are returned in order, with their names', async () => {
  const shared = {
    '/1': kept('one', encodeURIComponent('小明.png')),
    '/2': kept('two', '100%.png'),
    '/3': kept('three'),
    '/gone-meanwhile': undefined,
  };
  openFakeCaches({ 'tyy-shared': shared, 'tyy-pics': { '/4': kept('four', 'four.png') } });

  expect(await contentsOf(await readSharedFiles('1'))).toEqual([
    ['小明.png', 'image/png', 'one'],
    ['100%.png', 'image/png', 'two'],
    ['shared', 'image/png', 'three'],
  ]);
});

test('shared files that the browser has sent to the server are read from the server', async () => {
  const form = new FormData();
  form.append('photos', new File(['one'], 'one.png', { type: 'image/png' }));
  form.append('photos', 'a word');
  form.append('title', 'a title');
  const requests = playServer(() => Object.assign(new Response(), { formData: async () => form }));

  expect(await contentsOf(await readSharedFiles(onServer))).toEqual([['one.png', 'image/png', 'one']]);
  expect(requests).toEqual([`GET /tyy/shared/${onServer}`]);
});

test('readSharedFiles returns no files for an unknown share', async () => {
  playServer(() => new Response('gone', { status: 404 }));
  expect(await readSharedFiles(onServer)).toEqual([]);
  expect(await readSharedFiles('1')).toEqual([]);
});

test('clearing a share deletes it from the cache or the server, depending on its id', async () => {
  const caches = openFakeCaches({ 'tyy-shared': {}, 'tyy-pics': {} });
  const requests = playServer(() => new Response());

  for (const other of ['1', `${onServer}0`, `x${onServer}`]) await clearSharedFiles(other);
  expect(caches.names()).toEqual(['tyy-pics']);
  expect(requests).toEqual([]);

  await clearSharedFiles(onServer);
  expect(requests).toEqual([`DELETE /tyy/shared/${onServer}`]);
});
