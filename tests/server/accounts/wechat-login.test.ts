import { expect, test } from 'vitest';
import { openHttpDouble } from '../doubles/http-double.ts';
import { TestUser } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { sharedBackend } from '../support/shared-backend.ts';

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
const backend = sharedBackend({
  LOG_LEVEL: 'error',
  WECHAT_API: wechat.origin,
  WECHAT_LOGIN: '1',
  WECHAT_APP_ID: 'wx-account',
  WECHAT_APP_SECRET: 'hush',
  WECHAT_MOBILE_APP_ID: 'wx-mobile',
  WECHAT_MOBILE_APP_SECRET: 'hush too',
});

const signIn = (token: string) => new TestUser(backend, '').post('login', { login_type: 'wechat', token });

async function userOf(code: string) {
  const { token } = (await signIn(code)).data;
  return (await new TestUser(backend, token).get('getUserInfo')).data;
}

const payerOf = (user_id: string) =>
  backend.services.db.query
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
  for (const code of ['made up', 'c4']) expect(await signIn(code)).toMatchObject({ code: 1001 });
  const sandbox = { login_type: 'facebook', token: 'sandbox:Ann' };
  expect((await new TestUser(backend, '').post('login', sandbox)).code).toBe(1001);
});

test('nobody is signed in by an incomplete response from WeChat or a response about another user', async () => {
  const whole = { access_token: 'x', openid: 'o6', scope: 'snsapi_userinfo' };
  for (const half of [{ openid: 'o6' }, { access_token: 'x' }]) {
    wechat.troubles.push({ body: half });
    expect(await signIn('any')).toMatchObject({ status: 200, code: 1001 });
  }
  wechat.troubles.push({ body: whole }, { body: { openid: 'o7', nickname: 'Eve' } });
  expect(await signIn('any')).toMatchObject({ status: 200, code: 1001 });
  expect(wechat.troubles).toEqual([]);
});

test('if WeChat fails or our secret is wrong, the sign-in responds with 503 and the log has the reason', async () => {
  for (const trouble of [
    { status: 500, body: 'x' },
    { body: { errcode: 40_125, errmsg: 'invalid appsecret' } },
  ]) {
    wechat.troubles.push(trouble);
    expect(await signIn('any')).toMatchObject({ status: 503 });
  }
  expect(backend.logged.join()).toContain('WeChat returned 200 40125: invalid appsecret');
});
