import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen, openTestBackend } from '../server/support/backend.ts';
import { ApiUser, overHttp, tokenOf } from '../support/api/api.ts';
import { type Call, checkApi as check, openStore, openWrong, withBody } from '../support/api/check-api.ts';
import { openSpecApi, type SpecApi } from '../support/network/spec-api.ts';

test('of our own backend everything works; nothing is changed without --write, and by it a job comes and goes', async () => {
  const backend = await openTestBackend({ REQUIRE_CONSENT: '1' });
  onTestFinished(backend.close);
  const origin = await listen(backend);
  const token = await tokenOf(overHttp(origin), 'Ming');
  const user = new ApiUser(overHttp(origin), token);
  const coins = async () => (await user.get('getUserInfo')).data.coins;

  const reading = await check(origin, '--token', token);
  expect(reading).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(' 0 work without something, 0 broken'),
  });
  expect(await coins()).toBe(50);

  const writing = await check(origin, '--token', token, '--login', 'facebook:sandbox:Ming', '--write');
  expect(writing.stdout).toMatch(/^works {10}POST goTrainAndGeneratePic$/m);
  expect(writing.stdout).toContain('21 work, 0 work without something, 0 broken, 0 not checked');
  expect(writing).toMatchObject({ code: 0, stderr: '' });
  expect((await user.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect(reading.stdout + writing.stdout).not.toContain(token);
});

const app = 'http://127.0.0.1:9';

/** An API of the specification's calls alone, with a store that takes every photo. */
async function openOwners(form: 'isBare' | 'isNameless'): Promise<SpecApi> {
  const store = await openStore();
  const uploads = () => ({
    access_key_id: 'id',
    access_key_secret: 'secret-of-the-store',
    security_token: 'token-of-the-store',
    expiration: '',
    region: 'oss-cn-hangzhou',
    bucket: 'photos',
    endpoint: store,
    prefix: '',
  });
  const api = await openSpecApi({ port: 0, app, pictures: 'http://127.0.0.1:9', uploads });
  onTestFinished(api.close);
  api[form] = true;
  return api;
}

const writing = (api: SpecApi) =>
  check(`http://127.0.0.1:${api.port}`, '--login', 'facebook:Ming', '--app', app, '--write');

test("of an API in the specification's bare words it says what the app will leave out", async () => {
  const api = await openOwners('isBare');

  const { code, stdout } = await writing(api);

  expect(stdout).toMatch(
    /^works without {2}GET {2}getUserInfo\n {15}.*\n {15}.*\n {15}no coins: the lines with a balance$/m,
  );
  expect(stdout).toMatch(/^works {10}POST goTrainAndGeneratePic$/m);
  expect(stdout).toMatch(/getUserPicsByGenerateId\n {15}no id: deleting one picture alone/);
  // The mock pays for a claim that nobody checks, as a careless backend would.
  expect(stdout.match(/^broken.*$/gm)).toEqual(['broken         POST adReward (a reward with a wrong sign)']);
  expect(code).toBe(1);
  expect(api.strange).toEqual([]);
  expect([...api.users.values()].at(-1)?.jobs).toEqual([]);
  expect(stdout).not.toMatch(/(secret|token)-of-the-store|token-of-\d/);
});

test('of an API that never names a job it says that the app looks for the newest', async () => {
  const api = await openOwners('isNameless');

  const { stdout } = await writing(api);

  expect(stdout).toMatch(
    /^works without {2}POST goTrainAndGeneratePic\n {15}no id: the app looks for the newest job$/m,
  );
  expect(stdout).toMatch(
    /^not checked {4}POST deleteTrainAndGenerate\n {15}the job that was made was not found$/m,
  );
  expect(api.log.filter(name => name === 'goTrainAndGeneratePic')).toHaveLength(1);
  expect(stdout.match(/^broken.*$/gm)).toEqual(['broken         POST adReward (a reward with a wrong sign)']);
});

const inPreflight = (change: (response: ServerResponse) => void) => (given: Call) => {
  if (given.request.method === 'OPTIONS') change(given.response);
  return false;
};

test.each<[what: string, wrong: (call: Call) => boolean, says: string | RegExp]>([
  [
    'a page of HTML',
    withBody('getGenerateCost', '<h1>Hello</h1>'),
    'came: HTTP 200, no content-type: <h1>Hello</h1>',
  ],
  ['no code', withBody('getGenerateCost', '{"num":20}'), 'expected: {"code": 0, "data": …} as JSON'],
  [
    'another name',
    withBody('getGenerateCost', '{"code":0,"data":{"price":20,"by":"s3cret"}}'),
    /expected: data.num to be a number\n {15}came: \{price: 20, by: a text\}\n {15}specification: GET \/v1\/getGenerateCost/,
  ],
  ['a list by another name', withBody('getTemplates', '{"code":0,"data":{"rows":[]}}'), 'came: {rows: []}'],
  [
    'a refusal',
    withBody('getUserInfo', '{"code":9,"message":"No \\u001b[31mway"}'),
    'came: code 9, No  [31mway',
  ],
  [
    'its token in its words',
    withBody('getUserInfo', '{"code":9,"message":"t0ken-of-mine?"}'),
    'came: code 9, …?',
  ],
  [
    'a redirect',
    ({ name, request, response }) =>
      name === 'getUserInfo' &&
      request.method === 'GET' &&
      Boolean(response.writeHead(302, { location: '/there' }).end()),
    'came: a redirect (HTTP 302) to /there',
  ],
  [
    'silence',
    ({ name, request }) => name === 'getTemplates' && request.method === 'GET',
    'came: none within 2 s',
  ],
  ['a giant response', withBody('getHomePics', 'x'.repeat(6_000_000)), 'expected: at most 5 MB'],
  [
    'a broken connection',
    ({ name, response }) => name === 'getHomePics' && Boolean(response.destroy()),
    'no connection: the server has ended the connection (',
  ],
  [
    'anybody let in',
    ({ request, response }) => {
      const isStranger = request.headers.authorization?.includes('nobody') ?? false;
      if (isStranger) response.end('{"code":0,"data":{"vip_level":0}}');
      return isStranger;
    },
    /a token that nobody was given\)\n {15}expected: HTTP 401/,
  ],
  [
    'a header that is not allowed',
    inPreflight(response => response.setHeader('access-control-allow-headers', 'Content-Type, *')),
    'expected: access-control-allow-headers with authorization',
  ],
  [
    'another origin',
    inPreflight(response => response.setHeader('access-control-allow-origin', 'https://other.example')),
    'expected: access-control-allow-origin: https://app.example in the preflight',
  ],
  [
    'a preflight that is refused',
    ({ request, response }) => request.method === 'OPTIONS' && Boolean(response.writeHead(401).end()),
    'came: HTTP 401',
  ],
  [
    'no CORS beside the preflight',
    ({ request, response }) => {
      if (request.method !== 'OPTIONS') response.removeHeader('access-control-allow-origin');
      return false;
    },
    'expected: access-control-allow-origin: https://app.example in the response',
  ],
])('an API with %s is broken, in these words', async (_, wrong, says) => {
  const origin = await openWrong(wrong);
  const { code, stdout, stderr } = await check(
    ...[origin, '--token', 't0ken-of-mine', '--app', 'https://app.example', '--seconds', '2'],
  );
  expect(stdout).toMatch(says);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).not.toMatch(/t0ken-of-mine|s3cret/);
  expect(stdout).not.toContain('\u001b');
});
