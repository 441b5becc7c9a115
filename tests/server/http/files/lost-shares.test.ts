import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type LostSharesParts, lostShares } from '../../../../server/http/files/lost-shares.ts';
import { sendRefusal } from '../../../../server/http/refusals.ts';
import { damages } from '../../support/damage.ts';
import { forFile } from '../../support/for-file.ts';

const mebibyte = 2 ** 20;
const world = await forFile(openSharesWorld());
const { address } = world;

/** Begins a share from an address and never ends its body. */
async function begin(from: string) {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-forwarded-for': from };
  const sending = request(address, { method: 'POST', headers });
  sending.on('error', () => undefined);
  sending.flushHeaders();
  await once(world.app.server, 'request');
  return sending;
}

/** Shares two photos, as another app on the phone does. */
function share(headers: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(12 * mebibyte)], { type: 'image/jpeg' }), 'one.jpg');
  form.append('photos', new Blob(['two'], { type: 'image/png' }), '二.png');
  return fetch(address, { method: 'POST', body: form, redirect: 'manual', headers });
}

test('shared photos are kept until the wizard has saved them, and only the same browser can load them', async () => {
  const response = await share();
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(/^\/tyy\/make-pic\?shared=[0-9a-f]{32}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);

  const { url, cookie } = placeOf(response);
  for (const other of ['', `${cookie}0`]) expect(await statusOf(url, other)).toBe(404);
  // The photos remain after the first load, because a page may close before it saved them.
  for (let page = 1; page <= 2; page++) {
    const taken = await fetch(url, { headers: { cookie: `a=b; ${cookie}` } });
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

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
])('a share from another site (%j) is not stored', async (headers: Record<string, string>) => {
  const { status, headers: sent } = await share(headers);
  expect([status, sent.get('location'), sent.get('set-cookie')]).toEqual([303, '/tyy/make-pic', null]);
});

test.each([{ 'sec-fetch-site': 'none', origin: 'null' }, { origin: 'null' }, {}])(
  'a share from the phone itself (%j) is stored',
  async (headers: Record<string, string>) => {
    expect(placeOf(await share(headers)).cookie).toMatch(/^tyy-share-/);
  },
);

test.each([
  ['one address uploads two shares', 2, () => '203.0.113.99'],
  ['all addresses upload 24 shares', 24, (index: number) => `203.0.113.${index >> 1}`],
])('while %s, the next share is not read', async (_, most, addressAt) => {
  const sendings = [];
  for (let index = 0; index < most; index++) sendings.push(await begin(addressAt(index)));
  const headers = { 'x-forwarded-for': most === 2 ? addressAt(0) : '192.0.2.20' };
  const next = await share(headers);
  expect([next.headers.get('location'), next.headers.get('set-cookie')]).toEqual(['/tyy/make-pic', null]);
  for (const sending of sendings) sending.destroy();
  await vi.waitFor(
    async () => expect((await share(headers)).headers.get('set-cookie')).not.toBeNull(),
    10_000,
  );
});

test('if the disk is full, the share is not stored and the wizard opens', async () => {
  const disk = { free: 2 ** 30 };
  const full = await openSharesWorld({ freeOn: async () => disk.free });
  onTestFinished(full.close);
  const body = new FormData();
  body.append('photos', new Blob(['one'], { type: 'image/jpeg' }), 'one.jpg');
  const send = () => fetch(full.address, { method: 'POST', body, redirect: 'manual' });
  expect((await send()).headers.get('set-cookie')).not.toBeNull();
  disk.free = 2 ** 29 - 1;
  const { status, headers } = await send();
  expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([303, '/tyy/make-pic', null]);
});

test('at most 64 MiB of an endless share are read, and an empty share opens the wizard', async () => {
  const empty = await fetch(address, { method: 'POST', redirect: 'manual' });
  expect([empty.status, empty.headers.get('location')]).toEqual([303, '/tyy/make-pic']);
  const sending = await begin('192.0.2.77');
  const part = Buffer.alloc(mebibyte);
  let taken = 0;
  const send = () => {
    taken += 1;
    if (!sending.destroyed) sending.write(part, send);
  };
  send();
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  sending.destroy();
  expect([response.statusCode, response.headers.location]).toEqual([303, '/tyy/make-pic']);
  expect(response.headers.connection).toBe('close');
  // The server reads 64 MiB, and the network buffers a few more.
  expect(taken).toBeGreaterThanOrEqual(64);
  expect(taken).toBeLessThan(96);
});

/** Opens a server for shares only. It trusts the client address in x-forwarded-for. */
async function openSharesWorld(parts: Omit<LostSharesParts, 'folder'> = {}) {
  const app = Fastify({ trustProxy: true });
  app.setErrorHandler(sendRefusal);
  const folder = await mkdtemp(join(tmpdir(), 'tyy-shares-'));
  await app.register(lostShares, { folder, ...parts });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    folder,
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/tyy/make-pic`,
    async close() {
      await app.close();
      // Closing removes shares that no wizard loaded.
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the address at which the wizard loads a share, and the cookie of the browser that shared it. */
function placeOf(response: Pick<Response, 'headers' | 'url'>): { url: string; cookie: string } {
  const id = new URL(response.headers.get('location')!, response.url).searchParams.get('shared');
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { url: new URL(`/tyy/shared/${id}`, response.url).href, cookie };
}

/**
 * Tries to load a share; returns the status. HEAD leaves the share stored. Reads the body, because an unread body keeps
 * the connection busy.
 */
async function statusOf(url: string, cookie = '', method = 'GET'): Promise<number> {
  const response = await fetch(url, { method, headers: { cookie } });
  await response.arrayBuffer();
  return response.status;
}

const onePart = Buffer.alloc(mebibyte);

/** Shares `megabytes` from an address. The server stores a form without parsing it, so any bytes work. */
async function shareFrom(from: string, megabytes: number): Promise<{ url: string; cookie: string }> {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': megabytes * mebibyte,
    'x-forwarded-for': from,
  };
  const sending = request(world.address, { method: 'POST', headers });
  // The server closes the connection when it refuses a share, so errors are expected.
  sending.on('error', () => undefined);
  // fetch() would copy each byte three times, so the request is written directly.
  for (let count = 0; count < megabytes; count++) sending.write(onePart);
  sending.end();
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return placeOf({ headers: new Headers(response.headers as HeadersInit), url: world.address });
}

const statesOf = (places: { url: string; cookie: string }[]) =>
  Promise.all(places.map(({ url, cookie }) => statusOf(url, cookie, 'HEAD')));

test('the newest four shares from an address are kept, with at most 128 MiB in total', async () => {
  const small = [];
  for (let count = 0; count < 6; count++) small.push(await shareFrom('192.0.2.1', 1));
  expect(await statesOf(small)).toEqual([404, 404, 200, 200, 200, 200]);
  const large = [];
  for (let count = 0; count < 3; count++) large.push(await shareFrom('192.0.2.1', 60));
  expect(await statesOf([...small, ...large])).toEqual([404, 404, 404, 404, 404, 404, 404, 200, 200]);
});

test('a share with a missing, truncated or unreadable file is not found', async () => {
  for (const damage of [rm, ...damages.map(([, damage]) => damage)]) {
    const place = await shareFrom('192.0.2.30', 1);
    const file = join(world.folder, new URL(place.url).pathname.split('/').at(-1)!);
    await damage(file);
    const response = await fetch(place.url, { headers: { cookie: place.cookie } });
    expect([response.status, (await response.json()).code]).toEqual([404, 1003]);
    const remove = { method: 'DELETE', headers: { cookie: place.cookie } };
    expect((await fetch(place.url, remove)).status).toBe(404);
  }
});
