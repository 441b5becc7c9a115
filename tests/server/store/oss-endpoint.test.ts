import { Agent } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type OSS from 'ali-oss';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bucket, type OssWorld, openOssWorld, openRows, type Rows } from './oss-world.ts';

const prefix = 'photos/7/';
const key = `${prefix}portrait_a1.jpg`;
const photo = Buffer.from('123456789');

/** An agent that keeps one connection open, and the connections that it has made. */
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

/** The bytes of an upload without an end. */
async function* pieces(): AsyncIterable<Buffer> {
  for (;;) {
    yield Buffer.alloc(100_000, 1);
    await setImmediate();
  }
}

let rows: Rows;
let world: OssWorld;
beforeAll(async () => {
  rows = await openRows();
});
afterAll(() => rows.close());
beforeEach(async () => {
  world = await openOssWorld(rows);
});
afterEach(() => world.close());

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
