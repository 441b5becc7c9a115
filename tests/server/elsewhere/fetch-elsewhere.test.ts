import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openOidcLogin } from '../../../server/accounts/oidc/open-oidc-login.ts';
import { fetchElsewhere } from '../../../server/elsewhere/fetch-elsewhere.ts';
import { openOidcDouble } from '../doubles/oidc-double.ts';
import { makeKeys, openai, services } from './services.ts';

const mebibyte = 2 ** 20;
/** Bytes of an unread body that sockets buffer. */
const inSockets = 12 * mebibyte;

let removeKeys: () => Promise<void>;
/** A service whose response never ends, or redirects to `inner`. */
let crooked: Server;
let mode: 'endless' | 'redirect';
let sent: number;
/** A service inside the network. */
let inner: Server;
let reached: string[];

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const opened = (server: Server) =>
  new Promise<Server>(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));

beforeAll(async () => {
  removeKeys = await makeKeys();
  reached = [];
  inner = await opened(
    createServer((request, response) => {
      reached.push(request.url!);
      response.end('secrets');
    }),
  );
  crooked = await opened(
    createServer((request, response) => {
      request.resume();
      if (mode === 'redirect') {
        response.writeHead(307, { location: `${originOf(inner)}/latest/meta-data` });
        response.end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":"');
      const part = Buffer.alloc(mebibyte / 4, 'x');
      const more = () => {
        if (response.destroyed) return;
        sent += part.length;
        response.write(part, more);
      };
      more();
    }),
  );
});

afterEach(() => {
  sent = 0;
  reached = [];
});

afterAll(async () => {
  crooked.closeAllConnections();
  inner.closeAllConnections();
  crooked.close();
  inner.close();
  await removeKeys();
});

test.each(services)(
  '%s: a response without end is given up, and no redirect leaves its origin',
  async (_name, most, ask) => {
    mode = 'endless';
    sent = 0;
    await expect(ask(originOf(crooked))).rejects.toThrow();
    expect(sent).toBeLessThan(most + inSockets);
    mode = 'redirect';
    await expect(ask(originOf(crooked))).rejects.toThrow();
    expect(reached).toEqual([]);
  },
);

const privateHosts = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
];

test.each(privateHosts)('a picture at %s is not fetched from an image service elsewhere', async host => {
  const { port } = inner.address() as AddressInfo;
  const url = `http://${host}:${port}/latest/meta-data`;
  const lying = await opened(
    createServer((request, response) => {
      request.resume();
      response.end(JSON.stringify({ data: [{ url }] }));
    }),
  );
  await expect(openai(originOf(lying))).rejects.toThrow('is not on the public internet');
  expect(reached).toEqual([]);
  lying.closeAllConnections();
  lying.close();
});

test('an issuer whose keys are said to be in the inner network signs nobody in', async () => {
  const issuer = await openOidcDouble(async () => ({}), { more: { jwks_uri: `${originOf(inner)}/keys` } });
  const named = {
    loginType: 'acme',
    issuer: issuer.origin,
    client: null,
    audiences: ['phone'],
    scope: 'openid',
  };
  const { login } = openOidcLogin(named, Date.now, () => {});
  await expect(login(await issuer.sign({ aud: 'phone', sub: 'ann' }))).rejects.toMatchObject({
    statusCode: 503,
  });
  expect(reached).toEqual([]);
  await issuer.close();
});

test('a redirect within the origin is followed, three times at most', async () => {
  let redirects = 0;
  const turning = await opened(
    createServer(({ url }, response) => {
      const left = Number(url!.slice(1));
      if (left === 0) return void response.end('there');
      redirects += 1;
      response.writeHead(302, { location: `/${left - 1}` }).end();
    }),
  );
  const get = async (times: number) => (await fetchElsewhere(`${originOf(turning)}/${times}`)).text();
  expect(await get(3)).toBe('there');
  await expect(get(4)).rejects.toThrow('redirects');
  expect(redirects).toBe(7);
  turning.close();
});
