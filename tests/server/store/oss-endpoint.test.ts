import { Agent } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type OSS from 'ali-oss';
import { describe, expect, test } from 'vitest';
import { bucket, type OssWorld, ossWorlds } from './oss-world.ts';

const prefix = 'photos/7/';
const key = `${prefix}portrait_a1.jpg`;
const photo = Buffer.from('123456789');

const partSize = 100 * 1024;
const large = Buffer.from(Array.from({ length: 250_000 }, (_, index) => index % 251));
const parts = [0, 1, 2].map(index => large.subarray(index * partSize, (index + 1) * partSize));

/** An agent with one keep-alive connection, and all connections it has opened. */
function keptConnections(): { agent: Agent; connections: Socket[] } {
  const connections: Socket[] = [];
  class Noting extends Agent {
    override createConnection(options: NetConnectOpts): Socket {
      const connection = connect(options);
      connections.push(connection);
      return connection;
    }
  }
  return { agent: new Noting({ keepAlive: true, maxSockets: 1 }), connections };
}

async function* pieces(): AsyncIterable<Buffer> {
  for (;;) {
    yield Buffer.alloc(100_000, 1);
    await setImmediate();
  }
}

const world = ossWorlds();

test('the upload endpoint answers a browser’s preflight request', async () => {
  const headers = { 'access-control-request-headers': 'authorization,x-oss-date' };
  const preflight = await fetch(`${world.origin}/${bucket}/${key}`, { method: 'OPTIONS', headers });

  expect(preflight.status).toBe(200);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'PUT, POST, GET, DELETE',
    'access-control-allow-headers': 'authorization,x-oss-date',
    'access-control-max-age': '86400',
    'access-control-expose-headers': 'ETag, x-oss-request-id, x-oss-hash-crc64ecma',
  });
});

test('the upload endpoint refuses to read, list or delete', async () => {
  await world.store.put(key, photo, 'image/jpeg');
  const client = world.client(world.issue(prefix));
  const anonymous = await fetch(`${world.origin}/${bucket}/${key}`);

  expect(anonymous.status).toBe(403);
  expect(anonymous.headers.get('access-control-allow-origin')).toBe('*');
  expect(await anonymous.text()).toMatch(/<Error>\s*<Code>AccessDenied<\/Code>.*<RequestId>[0-9A-F]{24}</s);
  await expect(client.get(key)).rejects.toMatchObject({ status: 403 });
  await expect(client.delete(key)).rejects.toMatchObject({ status: 405 });
  await expect(client.putACL(key, 'public-read')).rejects.toMatchObject({ status: 405 });
  expect(await world.store.get(key)).not.toBeNull();
});

test('the upload endpoint refuses a photo above the size limit', async () => {
  const client = world.client(world.issue(prefix));

  await client.put(key, Buffer.alloc(400_000, 1));
  const tooMuch = client.put(`${prefix}big.jpg`, Buffer.alloc(400_001, 1));

  await expect(tooMuch).rejects.toMatchObject({ status: 400, code: 'EntityTooLarge' });
});

test.each([
  ['with a Content-Length', (client: OSS) => client.put(`${prefix}big.jpg`, Buffer.alloc(4_000_000, 1))],
  ['that never ends', (client: OSS) => client.putStream(`${prefix}big.jpg`, Readable.from(pieces()))],
])('the connection of a refused upload %s is closed soon, and the next upload works', async (_, upload) => {
  const { agent, connections } = keptConnections();
  const client = world.client(world.issue(prefix), { agent });
  await expect(upload(client)).rejects.toMatchObject({ status: 400, code: 'EntityTooLarge' });

  await client.put(key, photo);
  expect(connections[0]!.destroyed).toBe(true);
});

test('the upload endpoint refuses invalid keys and an incomplete or foreign authorization', async () => {
  const client = world.client(world.issue(prefix));
  for (const odd of ['photos/7/../8/x.jpg', 'photos/7/.hidden', 'photos/7//x.jpg', 'photos/7/a b.jpg'])
    await expect(client.put(odd, photo), odd).rejects.toMatchObject({ name: expect.any(String) });

  for (const authorization of ['', 'Bearer abc', 'OSS abc', 'OSS4-HMAC-SHA256 Credential=abc']) {
    const request = { method: 'PUT', headers: { authorization }, body: photo };
    const { status } = await fetch(`${world.origin}/${bucket}/${key}`, request);
    expect(Math.floor(status / 100), authorization).toBe(4);
  }
  expect(await world.store.deletePrefix('photos/')).toBe(0);
});

describe.each([
  { version: 'V4', authorizationV4: true },
  { version: 'V1', authorizationV4: false },
])('the official client signing with $version', ({ authorizationV4 }) => {
  const open = (issued = world.issue(prefix), changes: object = {}) =>
    world.client(issued, { authorizationV4, ...changes });

  test('the OSS client uploads a photo and gets its address and checksums', async () => {
    const result = await open().put(key, photo, { mime: 'image/jpeg' });

    expect(result.url).toBe(`${world.origin}/${bucket}/${key}`);
    expect(result.res).toMatchObject({
      status: 200,
      headers: {
        etag: '"25F9E794323B453885F5181F1B624D0B"',
        'content-md5': 'JfnnlDI7RTiF9RgfG2JNCw==',
        'x-oss-hash-crc64ecma': '11051210869376104954',
        'x-oss-request-id': expect.stringMatching(/^[0-9A-F]{24}$/),
      },
    });
    expect(await world.store.get(key)).toMatchObject({ bytes: photo, type: 'image/jpeg' });
  });

  test('the OSS client uploads with metadata headers, a content digest and punctuation in the key', async () => {
    const headers = { 'Content-MD5': 'JfnnlDI7RTiF9RgfG2JNCw==' };
    await open().put(`${prefix}A~b-c_d.1.jpg`, photo, { headers, meta: { uid: 7, pid: 1 } });
    expect(await world.store.get(`${prefix}A~b-c_d.1.jpg`)).not.toBeNull();
  });

  test.each<[string, string, () => Promise<unknown>]>([
    [
      'a wrong secret',
      'SignatureDoesNotMatch',
      () => open({ ...world.issue(prefix), access_key_secret: 'guessed' }).put(key, photo),
    ],
    [
      'a changed token',
      'InvalidSecurityToken',
      () => {
        const issued = world.issue(prefix);
        const [, seal] = issued.security_token.split('.');
        const changed = Buffer.from(JSON.stringify(['photos/8/', Date.now() + 1e9, 'x']));
        const security_token = `${changed.toString('base64url')}.${seal}`;
        return open({ ...issued, security_token }).put('photos/8/x.jpg', photo);
      },
    ],
    [
      'the token of other credentials',
      'InvalidAccessKeyId',
      () =>
        open({ ...world.issue(prefix), security_token: world.issue(prefix).security_token }).put(key, photo),
    ],
    ['no token', 'InvalidAccessKeyId', () => open(undefined, { stsToken: undefined }).put(key, photo)],
    ['a key of another user', 'AccessDenied', () => open().put('photos/70/x.jpg', photo)],
    ['a key of a pic', 'AccessDenied', () => open().put('pics/7/x.jpg', photo)],
    [
      'a signature for another bucket',
      'SignatureDoesNotMatch',
      () => open(undefined, { bucket: 'other-bucket', urllib: { request: toOurBucket } }).put(key, photo),
    ],
    [
      'a wrong digest of the body',
      'InvalidDigest',
      () => open().put(key, photo, { headers: { 'Content-MD5': 'AAAAAAAAAAAAAAAAAAAAAA==' } }),
    ],
  ])('an upload is refused with %s', async (_, code, put) => {
    await expect(put()).rejects.toMatchObject({ code });
    expect(await world.store.deletePrefix('photos/')).toBe(0);
    expect(await world.store.deletePrefix('pics/')).toBe(0);
  });

  test('a client with credentials older than 15 minutes is refused', async () => {
    world.passMinutes(-14);
    const young = world.issue(prefix);
    world.passMinutes(-2);
    const old = world.issue(prefix);
    world.passMinutes(16);

    await open(young).put(key, photo);
    await expect(open(old).put(key, photo)).rejects.toMatchObject({
      status: 403,
      code: 'SecurityTokenExpired',
    });
  });

  test('an upload to another region is refused, except with V1 signatures, which contain no region', async () => {
    const put = open(undefined, { region: 'oss-cn-beijing' }).put(key, photo);
    if (authorizationV4) await expect(put).rejects.toMatchObject({ code: 'InvalidArgument' });
    else await put;
  });

  test('the OSS client uploads in parts, even with new credentials for the last part', async () => {
    const { uploadId } = await open().initMultipartUpload(key, { mime: 'image/jpeg' });
    const first = await uploadParts(open(), uploadId, [2, 1]);
    const listed = await open().listParts(key, uploadId);
    expect(listed.parts).toMatchObject([
      { PartNumber: '1', Size: String(partSize) },
      { PartNumber: '2', Size: String(partSize) },
    ]);

    const last = await uploadParts(open(), uploadId, [3]);
    const { etag } = await open().completeMultipartUpload(key, uploadId, [...first, ...last]);
    expect(etag).toMatch(/^"[0-9A-F]{32}-3"$/);
    const stored = await world.store.get(key);
    expect(stored).toMatchObject({ type: 'image/jpeg', etag });
    // The matcher would take seconds to compare this many bytes, so use `equals`.
    expect(large.equals(stored!.bytes)).toBe(true);
    await expect(open().listParts(key, uploadId)).rejects.toMatchObject({ code: 'NoSuchUpload' });
  });
});

test('an upload with a missing or a different part cannot be completed', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  const [first] = await uploadParts(client, uploadId, [1]);
  const missing = client.completeMultipartUpload(key, uploadId, [first!, { number: 2, etag: first!.etag }]);
  await expect(missing).rejects.toMatchObject({ code: 'InvalidPart' });
  const other = client.completeMultipartUpload(key, uploadId, [{ number: 1, etag: `"${'0'.repeat(32)}"` }]);
  await expect(other).rejects.toMatchObject({ code: 'InvalidPart' });
  expect(await world.store.get(key)).toBeNull();
});

test('all parts of an upload together must not exceed the size limit of an object', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  await client.uploadPart(key, uploadId, 1, Buffer.alloc(300_000), 0, 300_000);
  const tooMuch = client.uploadPart(key, uploadId, 2, Buffer.alloc(100_001), 0, 100_001);
  await expect(tooMuch).rejects.toMatchObject({ status: 400, code: 'EntityTooLarge' });
  // Uploading a part again replaces it, so its size counts once.
  await client.uploadPart(key, uploadId, 1, Buffer.alloc(400_000), 0, 400_000);
});

test('an upload in parts works only for its user and its object, and only after it was started', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  const other = world.client(world.issue('photos/8/'));
  const bytes = Buffer.alloc(10);
  await expect(other.uploadPart(key, uploadId, 1, bytes, 0, 10)).rejects.toMatchObject({ status: 403 });
  const elsewhere = other.uploadPart('photos/8/b.jpg', uploadId, 1, bytes, 0, 10);
  await expect(elsewhere).rejects.toMatchObject({ status: 404, code: 'NoSuchUpload' });
  const climbing = client.uploadPart(key, '../../x', 1, bytes, 0, 10);
  await expect(climbing).rejects.toMatchObject({ status: 404, code: 'NoSuchUpload' });
});

test('upload credentials expire with their session, even during an upload', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  const done = await uploadParts(client, uploadId, [1]);
  world.endSession();
  await expect(client.completeMultipartUpload(key, uploadId, done)).rejects.toMatchObject({
    code: 'InvalidSecurityToken',
  });
  await expect(client.put(key, photo)).rejects.toMatchObject({ status: 403, code: 'InvalidSecurityToken' });
  expect(await world.store.get(key)).toBeNull();
});

async function uploadParts(client: ReturnType<OssWorld['client']>, uploadId: string, numbers: number[]) {
  const done = [];
  for (const number of numbers) {
    const content = parts[number - 1]!;
    const { etag } = await client.uploadPart(key, uploadId, number, content, 0, content.length);
    done.push({ number, etag });
  }
  return done;
}

/** Sends an SDK request to our bucket, whichever bucket it names; returns the response in the SDK's format. */
async function toOurBucket(
  url: string,
  { method, headers, content }: { method: string; headers: Record<string, string>; content: Buffer },
) {
  // fetch sets these two headers itself and refuses other values.
  const { host: _host, 'Content-Length': _length, ...others } = headers;
  const request = { method, headers: others, body: new Uint8Array(content) };
  const response = await fetch(url.replace('other-bucket', bucket), request);
  const data = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), data, res: {} };
}
