import { Agent } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type OSS from 'ali-oss';
import { describe, expect, test } from 'vitest';
import { bucket, ossWorlds } from './oss-world.ts';

const prefix = 'photos/7/';
const key = `${prefix}portrait_a1.jpg`;
const photo = Buffer.from('123456789');

/** An agent with one keep-alive connection, and the connections it has made. */
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

/** An endless upload. */
async function* pieces(): AsyncIterable<Buffer> {
  for (;;) {
    yield Buffer.alloc(100_000, 1);
    await setImmediate();
  }
}

const world = ossWorlds();

describe('the endpoint', () => {
  test('responds to the preflight of a browser', async () => {
    const preflight = await fetch(`${world.origin}/${bucket}/${key}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,x-oss-date',
      },
    });

    expect(preflight.status).toBe(200);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PUT, POST, GET, DELETE',
      'access-control-allow-headers': 'authorization,x-oss-date',
      'access-control-max-age': '86400',
      'access-control-expose-headers': 'ETag, x-oss-request-id, x-oss-hash-crc64ecma',
    });
  });

  test('lets nobody read, list or delete', async () => {
    await world.store.put(key, photo, 'image/jpeg');
    const client = world.client(world.issue(prefix));
    const anonymous = await fetch(`${world.origin}/${bucket}/${key}`);

    expect(anonymous.status).toBe(403);
    expect(anonymous.headers.get('access-control-allow-origin')).toBe('*');
    expect(await anonymous.text()).toMatch(/<Error>\s*<Code>AccessDenied<\/Code>.*<RequestId>[0-9A-F]{24}</s);
    await expect(client.get(key)).rejects.toMatchObject({ status: 403 });
    await expect(client.delete(key)).rejects.toMatchObject({ status: 405 });
    expect(await world.store.get(key)).not.toBeNull();
  });

  test('serves uploads only', async () => {
    const client = world.client(world.issue(prefix));

    await expect(client.putACL(key, 'public-read')).rejects.toMatchObject({ status: 405 });
  });

  test('refuses more than its limit', async () => {
    const client = world.client(world.issue(prefix));

    await client.put(key, Buffer.alloc(400_000, 1));
    const tooMuch = client.put(`${prefix}big.jpg`, Buffer.alloc(400_001, 1));

    await expect(tooMuch).rejects.toMatchObject({ status: 400, code: 'EntityTooLarge' });
  });

  test.each([
    ['of a length that is said', (client: OSS) => client.put(`${prefix}big.jpg`, Buffer.alloc(4_000_000, 1))],
    ['without an end', (client: OSS) => client.putStream(`${prefix}big.jpg`, Readable.from(pieces()))],
  ])('a refused upload %s soon loses its connection, and does not hold up the next', async (_, upload) => {
    const { agent, connections } = keptConnections();
    const client = world.client(world.issue(prefix), { agent });
    await expect(upload(client)).rejects.toMatchObject({ status: 400, code: 'EntityTooLarge' });

    await client.put(key, photo);
    expect(connections[0]!.destroyed).toBe(true);
  });

  test.each(['photos/7/../8/x.jpg', 'photos/7/.hidden', 'photos/7//x.jpg', 'photos/7/a b.jpg'])(
    'refuses the key %s',
    async odd => {
      const client = world.client(world.issue(prefix));

      await expect(client.put(odd, photo)).rejects.toMatchObject({ name: expect.any(String) });
      expect(await world.store.deletePrefix('photos/')).toBe(0);
    },
  );

  test.each([
    ['nothing', ''],
    ['another scheme', 'Bearer abc'],
    ['half a V1 header', 'OSS abc'],
    ['half a V4 header', 'OSS4-HMAC-SHA256 Credential=abc'],
  ])('refuses %s as authorization', async (_name, authorization) => {
    const response = await fetch(`${world.origin}/${bucket}/${key}`, {
      method: 'PUT',
      headers: { authorization },
      body: photo,
    });

    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });
});

describe.each([
  { version: 'V4', authorizationV4: true },
  { version: 'V1', authorizationV4: false },
])('the official client signing with $version', ({ authorizationV4 }) => {
  test('puts a photo, and gets its address and checksums', async () => {
    const client = world.client(world.issue(prefix), { authorizationV4 });

    const result = await client.put(key, photo, { mime: 'image/jpeg' });

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

  test('puts meta headers, a content digest and a key with unreserved signs', async () => {
    const client = world.client(world.issue(prefix), { authorizationV4 });
    const headers = { 'Content-MD5': 'JfnnlDI7RTiF9RgfG2JNCw==' };

    await client.put(`${prefix}A~b-c_d.1.jpg`, photo, { headers, meta: { uid: 7, pid: 1 } });

    expect(await world.store.get(`${prefix}A~b-c_d.1.jpg`)).not.toBeNull();
  });

  test('is refused with a wrong secret', async () => {
    const issued = { ...world.issue(prefix), access_key_secret: 'guessed' };
    const client = world.client(issued, { authorizationV4 });

    await expect(client.put(key, photo)).rejects.toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(await world.store.get(key)).toBeNull();
  });

  test('is refused with a changed token', async () => {
    const issued = world.issue(prefix);
    const [, seal] = issued.security_token.split('.');
    const payload = Buffer.from(JSON.stringify(['photos/8/', Date.now() + 1e9, 'x'])).toString('base64url');
    const client = world.client({ ...issued, security_token: `${payload}.${seal}` }, { authorizationV4 });

    await expect(client.put('photos/8/x.jpg', photo)).rejects.toMatchObject({ code: 'InvalidSecurityToken' });
  });

  test('is refused with the token of other credentials, and without one', async () => {
    const issued = world.issue(prefix);
    const other = world.issue(prefix);
    const mixed = world.client({ ...issued, security_token: other.security_token }, { authorizationV4 });
    const bare = world.client(issued, { authorizationV4, stsToken: undefined });

    await expect(mixed.put(key, photo)).rejects.toMatchObject({ code: 'InvalidAccessKeyId' });
    await expect(bare.put(key, photo)).rejects.toMatchObject({ code: 'InvalidAccessKeyId' });
  });

  test('is refused below the prefix of somebody else', async () => {
    const client = world.client(world.issue(prefix), { authorizationV4 });

    await expect(client.put('photos/70/x.jpg', photo)).rejects.toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
    await expect(client.put('pics/7/x.jpg', photo)).rejects.toMatchObject({ code: 'AccessDenied' });
  });

  test('is refused with a signature made for another bucket', async () => {
    const client = world.client(world.issue(prefix), {
      authorizationV4,
      bucket: 'other-bucket',
      urllib: {
        request: (url: string, request: SdkRequest) => send(url.replace('other-bucket', bucket), request),
      },
    });

    await expect(client.put(key, photo)).rejects.toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(await world.store.get(key)).toBeNull();
  });

  test('is refused when the body is not what the digest says', async () => {
    const client = world.client(world.issue(prefix), { authorizationV4 });
    const headers = { 'Content-MD5': 'AAAAAAAAAAAAAAAAAAAAAA==' };

    await expect(client.put(key, photo, { headers })).rejects.toMatchObject({
      status: 400,
      code: 'InvalidDigest',
    });
    expect(await world.store.get(key)).toBeNull();
  });

  test('is told the time of the server when its own clock is wrong', async () => {
    world.passMinutes(60);
    let body = '';
    const client = world.client(world.issue(prefix), {
      authorizationV4,
      urllib: {
        request: async (url: string, request: SdkRequest) => {
          const result = await send(url, request);
          body = result.data.toString();
          return result;
        },
      },
    });

    await expect(client.put(key, photo)).rejects.toMatchObject({ status: 403, code: 'RequestTimeTooSkewed' });

    const serverTime = Date.parse(/<ServerTime>(.*)<\/ServerTime>/.exec(body)![1]!);
    expect(Math.abs(serverTime - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  test('is refused once its credentials are older than 15 minutes', async () => {
    world.passMinutes(-14);
    const young = world.issue(prefix);
    world.passMinutes(-2);
    const old = world.issue(prefix);
    world.passMinutes(16);

    await world.client(young, { authorizationV4 }).put(key, photo);
    const late = world.client(old, { authorizationV4 }).put(key, photo);

    await expect(late).rejects.toMatchObject({ status: 403, code: 'SecurityTokenExpired' });
  });

  test('is refused for another region', async () => {
    const client = world.client(world.issue(prefix), {
      authorizationV4,
      region: 'oss-cn-beijing',
    });

    // V1 signatures do not cover the region.
    if (authorizationV4)
      await expect(client.put(key, photo)).rejects.toMatchObject({ code: 'InvalidArgument' });
    else await client.put(key, photo);
  });
});

interface SdkRequest {
  method: string;
  headers: Record<string, string>;
  content: Buffer;
}

/** Sends a request of the SDK to any address, and returns the response in the SDK's shape. */
async function send(url: string, { method, headers, content }: SdkRequest) {
  // fetch sets these two headers itself and refuses other values.
  const { host: _host, 'Content-Length': _length, ...others } = headers;
  const response = await fetch(url, { method, headers: others, body: new Uint8Array(content) });
  const data = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), data, res: {} };
}
