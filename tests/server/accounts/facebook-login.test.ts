import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { facebookLogin } from '../../../server/accounts/login.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { facebookApp, type KnownToken, openFacebookDouble } from '../doubles/facebook-double.ts';
import type { DoubleResponse } from '../doubles/http-double.ts';
import { TestUser } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { idOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const hour = 3600;

const facebook = await forFile(openFacebookDouble());
const backend = sharedBackend({ ...facebookApp, FACEBOOK_API: facebook.origin });

let lastId = 1000;

function giveToken(changes: Partial<KnownToken> = {}): string {
  const user_id = String(++lastId);
  const soon = Math.floor(Date.now() / 1000) + hour;
  facebook.tokens.set(`token-${user_id}`, {
    app_id: '123',
    is_valid: true,
    user_id,
    type: 'USER',
    expires_at: soon,
    data_access_expires_at: soon,
    profile: {
      id: user_id,
      name: 'Ann Example',
      picture: { data: { url: 'https://cdn.example/ann.jpg', is_silhouette: false } },
    },
    ...changes,
  });
  return `token-${user_id}`;
}

function login(token: string) {
  const guest = new TestUser(backend, 'none');
  return guest.post('login', { login_type: 'facebook', token });
}

test('a Facebook token issued for this app signs in its user with name and picture', async () => {
  const token = giveToken();
  const { data } = await login(token);
  const ann = new TestUser(backend, data!.token);
  const { data: user } = await ann.get('getUserInfo');
  expect(user).toMatchObject({ nickname: 'Ann Example', avatar: 'https://cdn.example/ann.jpg', coins: 50 });

  const again = new TestUser(backend, (await login(token)).data!.token);
  expect(await idOf(again)).toBe(user.user_id);
});

test.each([{ data: { url: 'https://cdn.example/grey.jpg', is_silhouette: true } }, {}, undefined])(
  'a Facebook user with the picture %j is signed in without a profile picture',
  async picture => {
    // Facebook sends 0 for a token that never expires.
    const token = giveToken({ expires_at: 0, data_access_expires_at: 0 });
    facebook.tokens.get(token)!.profile = { id: token.slice('token-'.length), name: 'Bob', picture };
    const bob = new TestUser(backend, (await login(token)).data!.token);
    expect((await bob.get('getUserInfo')).data).toMatchObject({ nickname: 'Bob', avatar: '' });
  },
);

test.each<[string, Partial<KnownToken>]>([
  ['of another app', { app_id: '666' }],
  ['that was revoked', { is_valid: false }],
  ['that expired', { expires_at: Math.floor(Date.now() / 1000) - 1 }],
  ['whose access to data expired', { data_access_expires_at: 1 }],
  ['of a page', { type: 'PAGE' }],
  ['without a user', { user_id: '' }],
  ["with somebody else's profile", { profile: { id: '1', name: 'Eve' } }],
])('a Facebook token %s is refused', async (_, changes) => {
  expect(await login(giveToken(changes))).toMatchObject({ status: 200, code: 1001, data: null });
});

test('a made-up token and a sandbox token are refused', async () => {
  for (const token of ['nonsense', 'sandbox:Ann']) expect(await login(token)).toMatchObject({ code: 1001 });
  facebook.troubles.push({ status: 400, body: { error: { code: 100, message: 'The token is malformed' } } });
  expect(await login('x')).toMatchObject({ status: 200, code: 1001 });
});

test.each<[string, DoubleResponse]>([
  ['is unavailable', { status: 503 }],
  ['sends HTML instead of JSON', { body: '<html>' }],
  [
    'throttles the app',
    { status: 403, body: { error: { code: 4, message: 'Application request limit reached' } } },
  ],
  ['throttles the app with status 429', { status: 429 }],
  // A redirect must not be followed, because the request contains the app's secret.
  ['redirects', { status: 307, headers: { location: '/debug_token?access_token=123%7Chush&input_token=x' } }],
  [
    'refuses our app secret',
    { status: 400, body: { error: { code: 190, message: 'Invalid OAuth access token signature.' } } },
  ],
  [
    'requires a proof of the secret',
    { status: 400, body: { error: { code: 100, message: 'require an appsecret_proof argument' } } },
  ],
])('if Facebook %s, the sign-in fails with 503 and can be retried', async (_, trouble) => {
  const token = giveToken();
  facebook.troubles.push(trouble);
  expect(await login(token)).toMatchObject({ status: 503, code: 1005, data: null });
  expect(await login(token)).toMatchObject({ code: 0 });
});

test('the profile request proves our app secret; its errors give 503, but an expired token gives 1001', async () => {
  const token = giveToken();
  const meAfter = (trouble: DoubleResponse) => {
    const data = facebook.tokens.get(token)!;
    facebook.troubles.push({ body: { data } }, trouble);
    return login(token);
  };
  const limit = { status: 403, body: { error: { code: 4, message: 'limit' } } };
  expect(await meAfter(limit)).toMatchObject({ status: 503 });
  const proof = { status: 400, body: { error: { code: 100, message: 'Invalid appsecret_proof' } } };
  expect(await meAfter(proof)).toMatchObject({ status: 503 });
  for (const code of [190, 102]) {
    const ended = { status: 400, body: { error: { code, message: 'expired' } } };
    expect(await meAfter(ended)).toMatchObject({ status: 200, code: 1001 });
  }

  await login(token);
  const me = facebook.requests.findLast(({ url }) => url.pathname === '/me')!;
  const expected = createHmac('sha256', facebookApp.FACEBOOK_APP_SECRET).update(token).digest('hex');
  expect(me.url.searchParams.get('appsecret_proof')).toBe(expected);
});

test('a wrong app secret is reported to the operator with Facebook’s message but without the secret', async () => {
  const problems: Error[] = [];
  const app = { appId: '123', appSecret: 'wrong', apiOrigin: facebook.origin };
  const tryLogin = facebookLogin(app, Date.now, problem => problems.push(problem));
  await expect(tryLogin(giveToken())).rejects.toMatchObject({ statusCode: 503 });
  expect(String(problems[0]!.cause)).toContain('Invalid app');
  expect(String(problems[0]!.cause)).not.toContain('wrong');
});

test('the sandbox is off by default in production, with real payments, or with Facebook sign-in', async () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(readConfig({}).sandbox).toBe(true);
  expect(readConfig(facebookApp).sandbox).toBe(false);
  expect(readConfig(stripe).sandbox).toBe(false);
  expect(readConfig({ ...stripe, SANDBOX: '1' }).sandbox).toBe(true);
  expect(readConfig({ NODE_ENV: 'production', AI_LABEL: '0' }).sandbox).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', SANDBOX: '1' }).sandbox).toBe(true);
  expect(() => readConfig({ ...facebookApp, SANDBOX: '1' })).toThrow('exclude each other');
});
