import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openOidcLogin } from '../../../server/accounts/oidc/open-oidc-login.ts';
import { fetchElsewhere, isPublicAddress } from '../../../server/elsewhere/fetch-elsewhere.ts';
import { openOpenaiImages } from '../../../server/generator/remote/openai-images.ts';
import { openAdKeys } from '../../../server/money/admob/admob.ts';
import { AppStoreApi } from '../../../server/money/app-store/app-store-api.ts';
import { openStripe } from '../../../server/money/stripe/stripe-provider.ts';
import { openOidcDouble } from '../doubles/oidc-double.ts';
import { aPhoto } from '../support/a-photo.ts';

const mebibyte = 2 ** 20;
/** Sockets may buffer this many bytes of an unread response, so the tests allow this many above each limit. */
const inSockets = 12 * mebibyte;

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const serve = (listener: RequestListener) =>
  new Promise<Server>(resolve => {
    const server = createServer(listener).listen(0, '127.0.0.1', () => resolve(server));
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
  });

/** Paths of the requests that reached `inner`, a service inside our own network. */
let reached: string[] = [];
const inner = await serve((request, response) => {
  reached.push(request.url!);
  response.end('secrets');
});

/** The service's responses never end, or redirect to `inner`. */
let mode: 'endless' | 'redirect';
/** Bytes that the service has sent. */
let sent = 0;
const crooked = await serve((request, response) => {
  request.resume();
  if (mode === 'redirect') {
    response.writeHead(307, { location: `${originOf(inner)}/latest/meta-data` }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":"');
  const part = Buffer.alloc(mebibyte / 4, 'x');
  const more = () => {
    if (response.destroyed) return;
    sent += part.length;
    response.write(part, more);
  };
  more();
});
const lying = await serve((request, response) => {
  request.resume();
  response.end(JSON.stringify({ data: [{ url: pictureAddress }] }));
});
let pictureAddress: string;
const turning = await serve(({ url }, response) => {
  const left = Number(url!.slice(1));
  if (left === 0) response.end('there');
  else response.writeHead(302, { location: `/${left - 1}` }).end();
});

beforeEach(() => {
  sent = 0;
  reached = [];
});

/** Requests one picture from an image service with OpenAI's protocol. */
function openai(origin: string) {
  const bounds = { references: 1, longestPrompt: 4000, size: '1024x1536' };
  const account = { apiKey: 'k', apiAddress: `${origin}/v1`, model: 'm', bounds, deadline: 60_000 };
  const order = { photos: [aPhoto], templateId: 4, count: 1, seed: 7 };
  return openOpenaiImages(account)(order, () => {}, new AbortController().signal);
}

const openLogin = (issuer: string) =>
  openOidcLogin(
    { loginType: 'acme', issuer, client: null, audiences: ['phone'], scope: 'openid' },
    Date.now,
    () => {},
  );

const appStoreKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

// Three of these use libraries that get fetchElsewhere as their fetch function, so its limits must hold there too.
test.each<[string, number, (origin: string) => Promise<unknown>]>([
  ['fetchElsewhere', mebibyte, origin => fetchElsewhere(origin)],
  ['the list of ad keys', 256_000, origin => openAdKeys(origin, Date.now)('1')],
  ['the image service', 56 * mebibyte, openai],
  ['OpenID Connect', mebibyte, origin => openLogin(origin).login('token')],
  [
    'App Store',
    mebibyte,
    origin => {
      const account = { keyId: 'k', issuerId: 'i', bundleId: 'b', environment: 'sandbox', apiOrigin: origin };
      const key = String(appStoreKey.export({ type: 'pkcs8', format: 'pem' }));
      return new AppStoreApi(account as ConstructorParameters<typeof AppStoreApi>[0], key).getTransactionInfo(
        '1',
      );
    },
  ],
  [
    'Stripe',
    2 * mebibyte,
    origin => {
      const account = { secretKey: 'sk_test_x', apiOrigin: origin } as Parameters<typeof openStripe>[0];
      return openStripe(account).balance.retrieve();
    },
  ],
])('%s stops reading an endless response and follows no foreign redirect', async (_, most, call) => {
  mode = 'endless';
  await expect(call(originOf(crooked))).rejects.toThrow();
  expect(sent).toBeLessThan(most + inSockets);
  mode = 'redirect';
  await expect(call(originOf(crooked))).rejects.toThrow();
  expect(reached).toEqual([]);
});

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
  'a picture at %s, inside our network, is not fetched for an external image service',
  async host => {
    const { port } = inner.address() as AddressInfo;
    pictureAddress = `http://${host}:${port}/latest/meta-data`;
    await expect(openai(originOf(lying))).rejects.toThrow('is not on the public internet');
    expect(reached).toEqual([]);
  },
);

test('sign-in fails if an issuer’s key address points inside our network', async () => {
  const issuer = await openOidcDouble(async () => ({}), { more: { jwks_uri: `${originOf(inner)}/keys` } });
  const token = await issuer.sign({ aud: 'phone', sub: 'ann' });
  await expect(openLogin(issuer.origin).login(token)).rejects.toMatchObject({ statusCode: 503 });
  expect(reached).toEqual([]);
  await issuer.close();
});

test('at most three redirects are followed, and only within the same origin', async () => {
  const get = async (times: number) => (await fetchElsewhere(`${originOf(turning)}/${times}`)).text();
  expect(await get(3)).toBe('there');
  await expect(get(4)).rejects.toThrow('redirects');
});

test.each([
  ['93.184.215.14', true],
  ['8.8.8.8', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['2a00:1450:4001:81c::200e', true],
  ['0.0.0.0', false],
  ['10.255.255.255', false],
  ['100.64.0.1', false],
  ['100.127.255.255', false],
  ['127.1.2.3', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.19.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fdff::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['localhost', false],
  ['', false],
])('isPublicAddress of “%s” is %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
