import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { facebookLogin } from '../../../server/accounts/login.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { facebookApp, type KnownToken, openFacebookDouble } from '../doubles/facebook-double.ts';
import { type DoubleResponse, openHttpDouble } from '../doubles/http-double.ts';
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

/** WeChat's data for a sign-in code: the app and the user. */
interface Grant {
  appid: string;
  openid: string;
  unionid?: string;
  scope: string;
  profile?: object;
}

const secrets: Record<string, string> = { 'wx-account': 'hush', 'wx-mobile': 'hush too' };
const grants = new Map<string, Grant>();

const wechat = await forFile(
  openHttpDouble(({ url }) => {
    const { appid, secret, code, grant_type, access_token, openid } = Object.fromEntries(url.searchParams);
    if (url.pathname === '/sns/userinfo') {
      const found = [...grants.values()].find(one => `token of ${one.openid}` === access_token);
      const isOwn = found && found.openid === openid;
      return { body: isOwn ? { openid, ...found.profile } : { errcode: 40_003, errmsg: 'invalid openid' } };
    }
    if (url.pathname !== '/sns/oauth2/access_token' || grant_type !== 'authorization_code')
      return { status: 404 };
    if (secrets[appid!] !== secret) return { body: { errcode: 40_125, errmsg: 'invalid appsecret' } };
    const grant = grants.get(code!);
    if (grant?.appid !== appid) return { body: { errcode: 40_029, errmsg: 'invalid code' } };
    const { profile: _, ...given } = grant!;
    return { body: { access_token: `token of ${given.openid}`, ...given } };
  }),
);

const withWechat = sharedBackend({
  LOG_LEVEL: 'error',
  WECHAT_API: wechat.origin,
  WECHAT_LOGIN: '1',
  WECHAT_APP_ID: 'wx-account',
  WECHAT_APP_SECRET: 'hush',
  WECHAT_MOBILE_APP_ID: 'wx-mobile',
  WECHAT_MOBILE_APP_SECRET: 'hush too',
});

const signInWith = (token: string) =>
  new TestUser(withWechat, '').post('login', { login_type: 'wechat', token });

async function userOf(code: string) {
  const { token } = (await signInWith(code)).data;
  return (await new TestUser(withWechat, token).get('getUserInfo')).data;
}

const payerOf = (user_id: string) =>
  withWechat.services.db.query
    .selectFrom('wechat_payers')
    .select('openid')
    .where('user_id', '=', user_id)
    .executeTakeFirst();

test('a code from the official account signs in its user with name, picture and the openid for payments', async () => {
  const profile = { nickname: '小明', headimgurl: 'http://thirdwx.qlogo.cn/a/132' };
  grants.set('c1', { appid: 'wx-account', openid: 'o1', scope: 'snsapi_userinfo', profile });
  const user = await userOf('c1');
  expect(user).toMatchObject({ nickname: '小明', avatar: 'https://thirdwx.qlogo.cn/a/132' });
  expect(await payerOf(user.user_id)).toEqual({ openid: 'o1' });
  // The scope snsapi_base gives no access to the profile.
  grants.set('c5', { appid: 'wx-account', openid: 'o5', scope: 'snsapi_base' });
  expect(await userOf('c5')).toMatchObject({ nickname: '', avatar: '' });
});

test('sign-ins inside WeChat and in the native app share one account, because both give the same unionid', async () => {
  grants.set('c2', { appid: 'wx-mobile', openid: 'm2', unionid: 'u2', scope: 'snsapi_userinfo' });
  const first = await userOf('c2');
  expect(await payerOf(first.user_id)).toBeUndefined();
  grants.set('c3', { appid: 'wx-account', openid: 'o2', unionid: 'u2', scope: 'snsapi_userinfo' });
  expect((await userOf('c3')).user_id).toBe(first.user_id);
  expect(await payerOf(first.user_id)).toEqual({ openid: 'o2' });
});

test('a made-up code, a code from another app and a sandbox token are refused', async () => {
  grants.set('c4', { appid: 'wx-other', openid: 'o4', scope: 'snsapi_base' });
  for (const code of ['made up', 'c4']) expect(await signInWith(code)).toMatchObject({ code: 1001 });
  const sandbox = { login_type: 'facebook', token: 'sandbox:Ann' };
  expect((await new TestUser(withWechat, '').post('login', sandbox)).code).toBe(1001);
});

test('nobody is signed in by an incomplete response from WeChat or a response about another user', async () => {
  const whole = { access_token: 'x', openid: 'o6', scope: 'snsapi_userinfo' };
  for (const half of [{ openid: 'o6' }, { access_token: 'x' }]) {
    wechat.troubles.push({ body: half });
    expect(await signInWith('any')).toMatchObject({ status: 200, code: 1001 });
  }
  wechat.troubles.push({ body: whole }, { body: { openid: 'o7', nickname: 'Eve' } });
  expect(await signInWith('any')).toMatchObject({ status: 200, code: 1001 });
  expect(wechat.troubles).toEqual([]);
});

test('if WeChat fails or our secret is wrong, the sign-in responds with 503 and the log has the reason', async () => {
  for (const trouble of [
    { status: 500, body: 'x' },
    { body: { errcode: 40_125, errmsg: 'invalid appsecret' } },
  ]) {
    wechat.troubles.push(trouble);
    expect(await signInWith('any')).toMatchObject({ status: 503 });
  }
  expect(withWechat.logged.join()).toContain('WeChat returned 200 40125: invalid appsecret');
});
