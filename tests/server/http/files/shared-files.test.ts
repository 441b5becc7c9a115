import { once } from 'node:events';
import { mkdir, rm, truncate } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSharesWorld, placeOf, type SharesWorld, statusOf } from './shares-world.ts';

const mebibyte = 2 ** 20;
const part = Buffer.alloc(mebibyte);

let world: SharesWorld;

beforeAll(async () => {
  world = await openSharesWorld();
});
afterAll(() => world.close());

/** Shares `megabytes`, as a phone at an address; the server keeps a form as it came, so that its bytes may be anything. */
async function shareFrom(from: string, megabytes: number): Promise<{ url: string; cookie: string }> {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': megabytes * mebibyte,
    'x-forwarded-for': from,
  };
  const sending = request(world.address, { method: 'POST', headers });
  // As a body of fetch() each byte would be copied three times.
  for (let count = 0; count < megabytes; count++) sending.write(part);
  sending.end();
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return placeOf({ headers: new Headers(response.headers as HeadersInit), url: world.address });
}
const statesOf = (places: { url: string; cookie: string }[]) =>
  Promise.all(places.map(({ url, cookie }) => statusOf(url, cookie, 'HEAD')));

test('of one address the newest are kept: four, and no more than 128 MiB', async () => {
  const small = [];
  for (let count = 0; count < 6; count++) small.push(await shareFrom('192.0.2.1', 1));
  expect(await statesOf(small)).toEqual([404, 404, 200, 200, 200, 200]);
  const large = [];
  for (let count = 0; count < 3; count++) large.push(await shareFrom('192.0.2.1', 60));
  expect(await statesOf([...small, ...large])).toEqual([404, 404, 404, 404, 404, 404, 404, 200, 200]);
});

test('who shares much loses only what is their own, and who has most makes way', async () => {
  const phone = await shareFrom('192.0.2.9', 10);
  const flood = [];
  for (const from of ['198.51.100.1', '198.51.100.1', '198.51.100.2', '198.51.100.2', '198.51.100.3']) {
    flood.push(await shareFrom(from, 60));
  }
  expect(await statesOf([phone])).toEqual([200]);
  const [newest] = await statesOf(flood.slice(-1));
  expect(newest).toBe(200);
  expect((await statesOf(flood)).filter(status => status === 404).length).toBeGreaterThan(0);
  const next = await shareFrom('192.0.2.10', 10);
  expect(await statesOf([phone, next])).toEqual([200, 200]);
});

test('of all addresses 24 shares are on the way, and the next is not read', async () => {
  const begin = async (from: string) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-forwarded-for': from };
    const sending = request(world.address, { method: 'POST', headers });
    sending.on('error', () => undefined);
    sending.flushHeaders();
    await once(world.app.server, 'request');
    return sending;
  };
  const sendings = [];
  for (let count = 0; count < 24; count++) sendings.push(await begin(`203.0.113.${count >> 1}`));
  const late = await fetch(world.address, {
    method: 'POST',
    body: new FormData(),
    redirect: 'manual',
    headers: { 'x-forwarded-for': '192.0.2.20' },
  });
  expect(late.headers.get('set-cookie')).toBeNull();
  for (const sending of sendings) sending.destroy();
  await vi.waitFor(async () => expect((await shareFrom('192.0.2.20', 1)).cookie).not.toBe(''), 10_000);
});

test('a share whose file is gone, was cut short or cannot be read is not found, and forgotten', async () => {
  const faults = [
    (file: string) => rm(file),
    (file: string) => truncate(file, 100),
    (file: string) => truncate(file, 0),
    async (file: string) => {
      await rm(file);
      await mkdir(file);
    },
  ];
  for (const damage of faults) {
    const place = await shareFrom('192.0.2.30', 1);
    const file = join(world.folder, new URL(place.url).pathname.split('/').at(-1)!);
    await damage(file);
    const response = await fetch(place.url, { headers: { cookie: place.cookie } });
    expect([response.status, (await response.json()).code]).toEqual([404, 1003]);
    const remove = { method: 'DELETE', headers: { cookie: place.cookie } };
    expect((await fetch(place.url, remove)).status).toBe(404);
  }
});
