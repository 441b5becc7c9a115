import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSharesWorld, placeOf, type SharesWorld, statusOf } from './shares-world.ts';

const mebibyte = 2 ** 20;

let world: SharesWorld;
let address: string;

beforeAll(async () => {
  world = await openSharesWorld();
  address = world.address;
});
afterAll(() => world.close());

/** Sends a body without an end, a mebibyte after the other, until the response is there; returns how many were taken. */
async function sendWithoutEnd(
  more: Record<string, string> = {},
): Promise<{ response: IncomingMessage; taken: number }> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', ...more };
  const sending = request(address, { method: 'POST', headers });
  // The server hangs up on a client that goes on.
  sending.on('error', () => undefined);
  const part = Buffer.alloc(mebibyte);
  let taken = 0;
  let isDone = false;

  function send(): void {
    if (isDone) return;
    taken++;
    sending.write(part, send);
  }
  const response = await new Promise<IncomingMessage>(resolve => {
    sending.once('response', resolve);
    send();
  });
  isDone = true;
  sending.destroy();
  return { response, taken };
}

/** Shares two photos as another app does. */
function share(headers: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(12 * mebibyte)], { type: 'image/jpeg' }), 'one.jpg');
  form.append('photos', new Blob(['two'], { type: 'image/png' }), '二.png');
  return fetch(address, { method: 'POST', body: form, redirect: 'manual', headers });
}

test('shared photos that no service worker took wait until the wizard has saved them', async () => {
  const response = await share();
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(/^\/tyy\/make-pic\?shared=[0-9a-f]{32}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);

  const { url, cookie } = placeOf(response);
  // The first page that takes them may be ended before it has saved them.
  for (let page = 1; page <= 2; page++) {
    const taken = await fetch(url, { headers: { cookie } });
    const files = (await taken.formData()).getAll('photos') as File[];
    expect(files.map(({ name, size, type }) => [name, size, type])).toEqual([
      ['one.jpg', 12 * mebibyte, 'image/jpeg'],
      ['二.png', 3, 'image/png'],
    ]);
  }
  const remove = (cookie: string) => fetch(url, { method: 'DELETE', headers: { cookie } });
  expect((await remove(`${cookie}0`)).status).toBe(404);
  expect(await statusOf(url, cookie)).toBe(200);
  expect((await remove(cookie)).status).toBe(204);
  expect(await statusOf(url, cookie)).toBe(404);
  expect((await remove(cookie)).status).toBe(404);
});

test('only the browser that shared the photos takes them', async () => {
  const { url, cookie } = placeOf(await share());
  expect(await statusOf(url)).toBe(404);
  expect(await statusOf(url, `${cookie}0`)).toBe(404);
  expect(await statusOf(url, `a=b; ${cookie}`)).toBe(200);
});

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
])('another site (%j) hands over no photos, and none is read', async headers => {
  const { response, taken } = await sendWithoutEnd(headers);
  expect([response.statusCode, response.headers.location]).toEqual([303, '/tyy/make-pic']);
  // What the sockets hold.
  expect(taken).toBeLessThan(32);
});

test.each([{ 'sec-fetch-site': 'none', origin: 'null' }, { origin: 'null' }, {}])(
  'a share of the phone itself (%j) is taken',
  async (headers: Record<string, string>) => {
    expect(placeOf(await share(headers)).cookie).toMatch(/^tyy-share-/);
  },
);

test('one address has two shares on the way, and a third is not read', async () => {
  const begin = async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1000 };
    const sending = request(address, { method: 'POST', headers });
    sending.on('error', () => undefined);
    sending.flushHeaders();
    await once(world.app.server, 'request');
    return sending;
  };
  const two = [await begin(), await begin()];
  const third = await share();
  expect([third.headers.get('location'), third.headers.get('set-cookie')]).toEqual(['/tyy/make-pic', null]);
  for (const sending of two) sending.destroy();
  await vi.waitFor(async () => expect((await share()).headers.get('set-cookie')).not.toBeNull(), 10_000);
});

test('a disk that has no room for all shares takes none, and the wizard opens', async () => {
  const gibibyte = 2 ** 30;
  const disk = { free: gibibyte };
  const full = await openSharesWorld({ freeOn: async () => disk.free });
  const body = new FormData();
  body.append('photos', new Blob(['one'], { type: 'image/jpeg' }), 'one.jpg');
  const cookieOf = async () => {
    const response = await fetch(full.address, { method: 'POST', body, redirect: 'manual' });
    expect([response.status, response.headers.get('location')?.split('?')[0]]).toEqual([
      303,
      '/tyy/make-pic',
    ]);
    return response.headers.get('set-cookie');
  };
  expect(await cookieOf()).not.toBeNull();
  disk.free = gibibyte / 2 - 1;
  expect(await cookieOf()).toBeNull();
  await full.close();
});

test('a share of nothing leads to the wizard', async () => {
  const response = await fetch(address, { method: 'POST', redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/tyy/make-pic']);
});

test('an endless share gets its response when its first 64 MiB were read, and the rest is not taken', async () => {
  const { response, taken } = await sendWithoutEnd();
  expect([response.statusCode, response.headers.location]).toEqual([303, '/tyy/make-pic']);
  expect(response.headers.connection).toBe('close');
  // 64 of them are read; the network holds a few more.
  expect(taken).toBeGreaterThanOrEqual(64);
  expect(taken).toBeLessThan(96);
});
