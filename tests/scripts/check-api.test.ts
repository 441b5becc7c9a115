import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen, openTestBackend } from '../server/support/backend.ts';
import { ApiUser, overHttp, tokenOf } from '../support/api/api.ts';
import {
  type Call,
  checkApi as check,
  open,
  openStore,
  openWrong,
  withBody,
} from '../support/api/check-api.ts';
import { goodData } from '../support/network/broken-responses.ts';
import { openSpecApi, type SpecApi } from '../support/network/spec-api.ts';

test('our backend passes check-api, which spends no coins without --write and deletes its job with --write', async () => {
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

/** Opens an API with only the specification's calls, and a store that accepts every photo. */
async function openOwners(): Promise<SpecApi> {
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
  api.isBare = true;
  return api;
}

const writing = (api: SpecApi) =>
  check(`http://127.0.0.1:${api.port}`, '--login', 'facebook:Ming', '--app', app, '--write');

test('an API with only the specification’s calls passes check-api, except that it pays a forged ad reward', async () => {
  const api = await openOwners();

  const { code, stdout } = await writing(api);

  expect(stdout).toMatch(
    /^works without {2}GET {2}getUserInfo\n {15}.*\n {15}.*\n {15}no coins: the lines with a balance$/m,
  );
  expect(stdout).toMatch(/^works {10}POST goTrainAndGeneratePic$/m);
  expect(stdout).toMatch(/getUserPicsByGenerateId\n {15}no id: deleting one picture alone/);
  // Only the ad reward fails, because this fake API does not verify signatures.
  expect(stdout.match(/^broken.*$/gm)).toEqual(['broken         POST adReward (a reward with a wrong sign)']);
  expect(code).toBe(1);
  expect(api.strange).toEqual([]);
  expect([...api.users.values()].at(-1)?.jobs).toEqual([]);
  expect(stdout).not.toMatch(/(secret|token)-of-the-store|token-of-\d/);
});

const inPreflight = (change: (response: ServerResponse) => void) => (given: Call) => {
  if (given.request.method === 'OPTIONS') change(given.response);
  return false;
};

test.each<[what: string, wrong: (call: Call) => boolean, says: string | RegExp]>([
  [
    'HTML instead of JSON',
    withBody('getGenerateCost', '<h1>Hello</h1>'),
    'came: HTTP 200, no content-type: <h1>Hello</h1>',
  ],
  [
    'a field of another name',
    withBody('getGenerateCost', '{"code":0,"data":{"price":20,"by":"s3cret"}}'),
    /expected: data.num to be a number\n {15}came: \{price: 20, by: a text\}\n {15}specification: GET \/v1\/getGenerateCost/,
  ],
  [
    'a refusal of a valid token',
    withBody('getUserInfo', '{"code":9,"message":"No \\u001b[31mway"}'),
    'came: code 9, No  [31mway',
  ],
  [
    'the token in its message',
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
    'no response',
    ({ name, request }) => name === 'getTemplates' && request.method === 'GET',
    'came: none within 2 s',
  ],
  ['a giant response', withBody('getHomePics', 'x'.repeat(6_000_000)), 'expected: at most 5 MB'],
  [
    'no check of the token',
    ({ request, response }) => {
      const isUnknown = request.headers.authorization?.includes('nobody') ?? false;
      if (isUnknown) response.end('{"code":0,"data":{"vip_level":0}}');
      return isUnknown;
    },
    /a token that nobody was given\)\n {15}expected: HTTP 401/,
  ],
  [
    'a missing header in its CORS',
    inPreflight(response => response.setHeader('access-control-allow-headers', 'Content-Type, *')),
    'expected: access-control-allow-headers with authorization',
  ],
  [
    'a preflight that is refused',
    ({ request, response }) => request.method === 'OPTIONS' && Boolean(response.writeHead(401).end()),
    'came: HTTP 401',
  ],
  [
    'CORS only in the preflight',
    ({ request, response }) => {
      if (request.method !== 'OPTIONS') response.removeHeader('access-control-allow-origin');
      return false;
    },
    'expected: access-control-allow-origin: https://app.example in the response',
  ],
])('an API with %s is reported as broken', async (_, wrong, says) => {
  const origin = await openWrong(wrong);
  const { code, stdout, stderr } = await check(
    ...[origin, '--token', 't0ken-of-mine', '--app', 'https://app.example', '--seconds', '2'],
  );
  expect(stdout).toMatch(says);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).not.toMatch(/t0ken-of-mine|s3cret/);
  expect(stdout).not.toContain('\u001b');
});

test('one mistake of CORS is reported once, and other mistakes behind it are reported too', async () => {
  const origin = await openWrong(call => {
    call.response.removeHeader('access-control-allow-origin');
    return withBody('getGenerateCost', '{"code":0,"data":{"price":20}}')(call);
  });
  const { code, stdout } = await check(origin, '--token', 'T', '--app', 'https://app.example');
  const broken = [...stdout.matchAll(/^broken +(.*)$/gm)].map(([, call]) => call);
  expect(broken).toEqual([
    'GET  getGenerateCost',
    expect.stringMatching(/^CORS of \/v1\/\w+ and \d+ other calls$/),
  ]);
  expect(stdout).toContain('expected: access-control-allow-origin: https://app.example in the preflight');
  // The token of docs/hosts.md is a letter of many words.
  expect(stdout).toMatch(/^not checked {4}POST login$/m);
  expect(code).toBe(1);
});

test('a cause that breaks several calls is explained once', async () => {
  const { stdout } = await check('http://127.0.0.1:4', '--token', 't0ken-of-mine');
  expect(stdout.match(/came: no connection/g)).toHaveLength(1);
  expect(stdout).toMatch(/^broken +GET {2}getTemplates\n {15}like GET {2}getHomePics$/m);
});

test('check-api notes that a list ignores cur_page', async () => {
  const data = { code: 0, data: { list: [{ id: 1, pic_url: 'https://a.example/1.jpg' }] } };
  const origin = await openWrong(withBody('getTemplates', JSON.stringify(data)));
  const { code, stdout } = await check(origin, '--token', 't0ken-of-mine', '--app', 'https://app.example');
  expect(stdout).toMatch(/^works without {2}GET {2}getTemplates\n(?: {15}.*\n)* {15}no pages: cur_page=2/m);
  expect(code).toBe(0);
});

/** Opens a server with a self-signed certificate for 127.0.0.1; returns its port. */
async function openSelfSigned(): Promise<number> {
  const pem = readFileSync('tests/testdata/self-signed.pem');
  const server = createServer({ key: pem, cert: pem }, (_, response) => response.end());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

// Port 4 is unused, and browsers do not block it.
test.each<[what: string, address: () => string | Promise<string>, came: string]>([
  ['does not run', () => 'http://127.0.0.1:4', 'nothing listens there (ECONNREFUSED'],
  ['has an unknown name', () => 'https://api.invalid', 'no server of this name is known (E'],
  [
    'does not use https',
    async () => (await open((_, response) => response.end())).replace('http:', 'https:'),
    'it does not speak https (ERR_SSL',
  ],
  [
    'has a self-signed certificate',
    async () => `https://127.0.0.1:${await openSelfSigned()}`,
    'nobody that browsers trust has signed its certificate (DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
])('check-api explains the problem if a server %s', async (_, address, came) => {
  const { code, stdout, stderr } = await check(await address(), '--token', 't0ken-of-mine');
  expect(stdout).toContain(`came: no connection: ${came}`);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});

const job = goodData.goTrainAndGeneratePic.train_and_generate_info;

/** Refuses made-up receipts and signatures, and lists a job until the job is deleted. */
function respondWell(store: string): (call: Call) => boolean {
  let jobs: (typeof job)[] = [];
  return call => {
    if (call.request.method === 'OPTIONS') return false;
    if (call.name === 'goTrainAndGeneratePic') jobs = [job];
    if (call.name === 'deleteTrainAndGenerate') jobs = [];
    const bodies: Record<string, unknown> = {
      paySuccess: { code: 1004, message: 'The receipt is not genuine' },
      adReward: { code: 1004, message: 'The sign is wrong' },
      getOssStsInfo: { code: 0, data: { ...goodData.getOssStsInfo, endpoint: store } },
      getTrainAndGenerateResultList: { code: 0, data: { list: jobs } },
    };
    const body = bodies[call.name];
    if (body) call.response.end(JSON.stringify(body));
    return body !== undefined;
  };
}

const checkWriting = (origin: string) =>
  check(origin, '--token', 'token-of-mine', '--app', 'https://app.example', '--write');

test.each<[what: string, wrong: (call: Call) => boolean, broken: string[], says: RegExp, store?: number]>([
  [
    'a store that refuses the photo',
    () => false,
    ['PUT  the photo into the object store'],
    /expected: status 200\n {15}came: .*\n {15}specification: .*\nnot checked {4}POST goTrainAndGeneratePic\n {15}there is no photo/,
    403,
  ],
  [
    'a deleted job that stays in the list',
    withBody('deleteTrainAndGenerate', '{"code":0}'),
    ['a job that was deleted'],
    /expected: it is gone from the list\n {15}came: it is still there/,
  ],
  [
    'an API that accepts made-up receipts',
    call =>
      withBody('paySuccess', '{"code":0}')(call) ||
      withBody('adReward', '{"code":0,"data":{"coins":15}}')(call),
    ['POST paySuccess (a receipt that was made up)', 'POST adReward (a reward with a wrong sign)'],
    /expected: a code other than 0 for a receipt that was made up\n {15}came: code 0\n {15}specification: POST \/v1\/paySuccess/,
  ],
])('check-api --write reports %s', async (_, wrong, broken, says, status) => {
  const sound = respondWell(await openStore(status));
  const origin = await openWrong(call => wrong(call) || sound(call));

  const { code, stdout, stderr } = await checkWriting(origin);

  expect([...stdout.matchAll(/^broken +(.*)$/gm)].map(([, call]) => call)).toEqual(broken);
  expect(stdout).toMatch(says);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});

test('check-api --write finds its job in the list if the API returns no id, and deletes the job', async () => {
  const sound = respondWell(await openStore());
  const nameless = withBody('goTrainAndGeneratePic', '{"code":0,"data":null}');
  const origin = await openWrong(call => sound(call) || nameless(call));

  const { code, stdout } = await checkWriting(origin);

  expect(stdout).toMatch(
    /^works without {2}POST goTrainAndGeneratePic\n {15}no id: the app looks for the newest job$/m,
  );
  expect(stdout).toMatch(/^works {10}POST deleteTrainAndGenerate$/m);
  expect(code).toBe(0);
});

test.each([
  ['https://api.example --wirte', "Unknown option '--wirte'."],
  ['https://me:word@api.example', 'must be the address of an API'],
])('check-api %s ends with an explanation and exit code 2', async (given, sentence) => {
  const { code, stdout, stderr } = await check(...given.split(' '));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
});
