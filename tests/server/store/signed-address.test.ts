import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UploadCredentials } from '../../../server/store/oss/upload-credentials.ts';
import { AddressSigner, keyOfAddress } from '../../../server/store/signed-address.ts';
import { bucket, type OssWorld, openOssWorld } from './oss-world.ts';

const hour = 60 * 60 * 1000;
const secret = new TextEncoder().encode('secret');

describe('a signed address', () => {
  let world: OssWorld;
  let address: string;
  beforeAll(async () => {
    world = await openOssWorld();
    await world.store.put('pics/1/2/a.jpg', Buffer.from('picture'), 'image/jpeg');
    await world.store.put('photos/1/page.jpg', Buffer.from('<script>'), 'text/html');
    address = world.origin + world.signer.signAddress('pics/1/2/a.jpg');
  });
  afterAll(() => world.close());

  test('opens the picture, for any page and for a long time', async () => {
    const response = await fetch(address);

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
  });

  test('responds to HEAD, and with 304 to a client that has it', async () => {
    const head = await fetch(address, { method: 'HEAD' });
    const etag = head.headers.get('etag')!;
    const again = await fetch(address, { headers: { 'if-none-match': `W/"other", ${etag}` } });

    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe('7');
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test.each([
    ['another key', (text: string) => text.replace('a.jpg', 'b.jpg')],
    ['a later end', (text: string) => text.replace(/expires=(\d)/, 'expires=9$1')],
    ['no signature', (text: string) => text.replace(/&sign=.*/, '')],
    ['two signatures', (text: string) => `${text}&sign=x`],
    ['a key outside the store', (text: string) => text.replace('a.jpg', '..%2f..%2fa.jpg')],
  ])('is refused with %s', async (_name, change) => {
    expect((await fetch(change(address))).status).toBe(403);
  });

  test('of the version before opens the picture in full size, for its two days', async () => {
    const key = 'pics/1/2/a.jpg';
    const formerly = (expires: string, text = `picture address\n${expires}\n${key}`) => {
      const sign = createHmac('sha256', 'a secret of the test').update(text).digest('base64url');
      return `${world.origin}/pictures/${key}?${new URLSearchParams({ expires, sign })}`;
    };
    const now = Math.floor(Date.now() / 1000);
    const statusOf = async (url: string) => (await fetch(url)).status;
    expect(await statusOf(formerly(String(now + 3600)))).toBe(200);
    expect(await statusOf(formerly(String(now - 1)))).toBe(403);
    expect(await statusOf(`${formerly(String(now + 3600))}&w=320`)).toBe(403);
    // The signed text of a smaller version, taken apart in another way.
    expect(await statusOf(formerly(`${now + 3600}\n320`))).toBe(403);
  });

  test('does not open what was deleted', async () => {
    const gone = await fetch(world.origin + world.signer.signAddress('pics/1/2/gone.jpg'));

    expect(gone.status).toBe(404);
  });

  test('never shows an upload that is no picture as a page', async () => {
    const page = await fetch(world.origin + world.signer.signAddress('photos/1/page.jpg'));

    expect(page.headers.get('content-type')).toBe('application/octet-stream');
    expect(page.headers.get('content-disposition')).toBe('attachment');
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('is the same for a whole day and lives between one day and two', () => {
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
});

describe('the key of an address', () => {
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
  ])('%s is %s', (address, key) => {
    expect(keyOfAddress(address, bucket)).toBe(key);
  });
});

describe('upload credentials', () => {
  test('live 15 minutes and survive a restart of the server', () => {
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

  test('mean nothing to a server with another secret', () => {
    const issued = new UploadCredentials(secret).issue('photos/1/', 'session');
    const other = new UploadCredentials(new TextEncoder().encode('other'));

    expect(other.readToken(issued.security_token)).toBeNull();
    expect(other.readToken('')).toBeNull();
    expect(other.readToken('.')).toBeNull();
  });

  test.each(['', '/', '../', 'photos/1', 'photos//'])('are not issued for the prefix %j', prefix => {
    expect(() => new UploadCredentials(secret).issue(prefix, 'session')).toThrow(RangeError);
  });
});
