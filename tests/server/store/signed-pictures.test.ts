import { createHmac } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { UploadCredentials } from '../../../server/store/oss/upload-credentials.ts';
import { AddressSigner, keyOfAddress } from '../../../server/store/signed-address.ts';
import { plain } from '../support/a-photo.ts';
import { forFile } from '../support/for-file.ts';
import { bucket, openOssWorld } from './oss-world.ts';

const large = 'pics/1/2/large.jpg';
const world = await forFile(openOssWorld());
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">made by AI</x:xmpmeta>';
await world.store.put(large, await plain(1152, 1536).jpeg().withXmp(xmp).toBuffer(), 'image/jpeg');
const small = world.origin + world.signer.signAddress(large, { width: 320 });

test.each([
  ['image/avif,image/webp,*/*', 'image/avif', 'heif'],
  ['image/webp,*/*', 'image/webp', 'webp'],
  ['*/*', 'image/jpeg', 'jpeg'],
])('a caller that accepts %s gets small pictures as %s, with their label', async (accept, type, format) => {
  const response = await fetch(small, { headers: { accept } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const found = await sharp(bytes).metadata();

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('vary')).toContain('accept');
  expect(found).toMatchObject({ format, width: 320, height: 427 });
  expect(bytes.includes('made by AI')).toBe(true);
  const headers = { accept, 'if-none-match': response.headers.get('etag')! };
  expect((await fetch(small, { headers })).status).toBe(304);
});

test('replacing a picture also replaces its smaller version, and deleting it removes both sizes', async () => {
  const other = 'pics/1/2/c.jpg';
  const smaller = world.origin + world.signer.signAddress(other, { width: 320 });
  const ofColour = (background: string) => plain(640, 640, background).jpeg().toBuffer();
  const redOf = async () => {
    const { channels } = await sharp(Buffer.from(await (await fetch(smaller)).arrayBuffer())).stats();
    return Math.round(channels[0]!.mean);
  };

  await world.store.put(other, await ofColour('#ff0000'), 'image/jpeg');
  expect(await redOf()).toBeGreaterThan(240);
  await world.store.put(other, await ofColour('#000000'), 'image/jpeg');
  expect(await redOf()).toBeLessThan(10);
  await world.store.delete(other);
  expect((await fetch(smaller)).status).toBe(404);
});

test('the address of a deleted picture is refused with a JSON error that is not cached', async () => {
  const response = await fetch(world.origin + world.signer.signAddress('pics/1/2/gone.jpg'));
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ code: 1003, data: null, message: expect.stringMatching(/\w/) });
});

const hour = 60 * 60 * 1000;
const secret = new TextEncoder().encode('secret');

const address = world.origin + world.signer.signAddress('pics/1/2/a.jpg');
beforeAll(() => world.store.put('pics/1/2/a.jpg', Buffer.from('picture'), 'image/jpeg'));

test('a signed address opens the original picture for any page and caller and may be cached for long', async () => {
  const response = await fetch(address, { headers: { accept: 'image/avif,image/webp,*/*' } });

  expect(response.status).toBe(200);
  expect(await response.text()).toBe('picture');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '7',
    'cache-control': expect.stringMatching(/^private, max-age=\d{5,6}, immutable$/),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });

  const head = await fetch(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '7']);
  const known = { 'if-none-match': `W/"other", ${head.headers.get('etag')}` };
  const again = await fetch(address, { headers: known });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test.each<[string, () => string]>([
  ['another key', () => address.replace('a.jpg', 'b.jpg')],
  ['a later expiry', () => address.replace(/expires=(\d)/, 'expires=9$1')],
  ['no signature', () => address.replace(/&sign=.*/, '')],
  ['two signatures', () => `${address}&sign=x`],
  ['a key outside the store', () => address.replace('a.jpg', '..%2f..%2fa.jpg')],
  ['a width that was not signed', () => `${address}&w=320`],
  ['another width than the signed one', () => small.replace('w=320', 'w=319')],
  ['the width of another picture', () => small.replace('w=320', 'w=768')],
  ['the signed width removed', () => small.replace('&w=320', '')],
  ['two widths', () => `${small}&w=768`],
  ['another picture', () => small.replace('large.jpg', 'b.jpg')],
])('a signed address is refused with %s', async (_, change) => {
  expect((await fetch(change())).status).toBe(403);
});

test('an address whose expiry is not a number is refused, although its signature is right', async () => {
  const key = 'pics/1/2/a.jpg';
  const statusUntil = async (expires: string) => {
    const text = `picture address\n${expires}\n\n${key}`;
    const sign = createHmac('sha256', 'a secret of the test').update(text).digest('base64url');
    const query = new URLSearchParams({ expires, sign });
    return (await fetch(`${world.origin}/pictures/${key}?${query}`)).status;
  };
  const now = Math.floor(Date.now() / 1000);
  expect(await statusUntil(String(now + 3600))).toBe(200);
  expect(await statusUntil(String(now - 1))).toBe(403);
  expect(await statusUntil(`${now + 3600}\n320`)).toBe(403);
});

test('an uploaded HTML file is never displayed as a page', async () => {
  await world.store.put('photos/1/page.jpg', Buffer.from('<script>'), 'text/html');
  const page = await fetch(world.origin + world.signer.signAddress('photos/1/page.jpg'));

  expect(page.headers.get('content-type')).toBe('application/octet-stream');
  expect(page.headers.get('content-disposition')).toBe('attachment');
  expect(page.headers.get('content-security-policy')).toContain('sandbox');
});

test('a signed address stays the same for a day and is valid for one to two days', () => {
  let now = Date.parse('2026-11-21T00:00:00Z');
  const signer = new AddressSigner(secret, () => now);
  const morning = signer.signAddress('a');
  const query = Object.fromEntries(new URL(morning, 'http://x').searchParams);

  now += 24 * hour - 1;
  expect(signer.signAddress('a')).toBe(morning);
  now += 1;
  expect(signer.signAddress('a')).not.toBe(morning);
  expect(signer.secondsLeft('a', query)).toBe(24 * 3600);
  now += 24 * hour;
  expect(signer.secondsLeft('a', query)).toBe(0);
});

test.each([
  ['https://cdn.example/tyy-photos/photos/1/a.jpg', 'photos/1/a.jpg'],
  ['http://127.0.0.1:8787/tyy-photos/photos/1/a.jpg', 'photos/1/a.jpg'],
  ['https://cdn.example/pictures/photos/1/a.jpg?expires=1&sign=x', 'photos/1/a.jpg'],
  ['/pictures/photos/1/a.jpg?expires=1&sign=x', 'photos/1/a.jpg'],
  ['https://cdn.example/other/photos/1/a.jpg', null],
  ['https://cdn.example/tyy-photos/photos/1/../2/a.jpg', 'photos/2/a.jpg'],
  ['https://cdn.example/tyy-photos/photos/1/..%2f2/a.jpg', null],
  ['https://cdn.example/tyy-photos/', null],
  ['https://cdn.example/tyy-photos/%', null],
  ['photos/1/a.jpg', null],
  ['', null],
])('the address %j contains the key %j', (address, key) => {
  expect(keyOfAddress(address, bucket)).toBe(key);
});

test('upload credentials are valid for 15 minutes, even after a restart of the server', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  const issued = new UploadCredentials(secret, () => now).issue('photos/1/', 'session');
  const restarted = new UploadCredentials(secret, () => now);

  expect(issued.expiration).toBe('2026-11-21T10:15:00.000Z');
  expect(restarted.readToken(issued.security_token)).toEqual({
    prefix: 'photos/1/',
    session: 'session',
    expiresAt: Date.parse(issued.expiration),
    accessKeySecret: issued.access_key_secret,
  });
});

test.each(['', '/', '../', 'photos/1', 'photos//'])('no credentials exist for the prefix %j', prefix => {
  expect(() => new UploadCredentials(secret).issue(prefix, 'session')).toThrow(RangeError);
});
