import { expect, test, vi } from 'vitest';
import { checksOf } from '../../../server/doctor/checks-of.ts';
import { runChecks } from '../../../server/doctor/run-checks.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { clientSecret, home, openSigningIssuer } from '../accounts/oidc/oidc-world.ts';
import { AppStoreDouble } from '../doubles/app-store-double.ts';
import { facebookApp, openFacebookDouble } from '../doubles/facebook-double.ts';
import { GooglePlayDouble } from '../doubles/google-play-double.ts';
import { openHttpDouble } from '../doubles/http-double.ts';
import { vapidSettings } from '../doubles/push-service-double.ts';
import { StripeDouble } from '../doubles/stripe-double.ts';
import { WechatPayDouble } from '../doubles/wechat-pay-double.ts';
import { forFile } from '../support/for-file.ts';

const stripe = await forFile(StripeDouble.open());
const store = await forFile(AppStoreDouble.open());
const google = await forFile(GooglePlayDouble.open());
const pay = await forFile(WechatPayDouble.open());
const facebook = await forFile(openFacebookDouble());
const issuer = await forFile(openSigningIssuer());
const open = await forFile(openHttpDouble(() => ({ body: { keys: [] } })));
const wechat = await forFile(
  openHttpDouble(({ url, body }) => {
    const isKnown = url.pathname === '/cgi-bin/ticket/getticket' || `${url.search}${body}`.includes('hush');
    if (!isKnown) return { body: { errcode: 40_125, errmsg: 'invalid appsecret' } };
    if (url.pathname.startsWith('/sns/')) return { body: { errcode: 40_029, errmsg: 'invalid code' } };
    return { body: { access_token: 'a', ticket: 't', expires_in: 7200 } };
  }),
);

const site = await forFile(
  openHttpDouble(({ url }) => ({ body: url.pathname === '/tyy/' ? '<script>appSettings={}</script>' : '' })),
);
const other = await forFile(openHttpDouble(() => ({ body: 'Welcome to nginx!' })));

const environment: Record<string, string> = {
  ...stripe.settings(),
  ...store.settings(),
  ...google.settings(),
  ...pay.settings(),
  WECHAT_API: wechat.origin,
  WECHAT_LOGIN: '1',
  ...facebookApp,
  FACEBOOK_API: facebook.origin,
  PUBLIC_URL: new URL(home).origin,
  GOOGLE_LOGIN_ISSUER: issuer.address,
  GOOGLE_LOGIN_CLIENT_ID: 'web',
  GOOGLE_LOGIN_CLIENT_SECRET: clientSecret,
  OIDC_LOGIN_TYPE: 'Acme ID',
  OIDC_ISSUER: issuer.address,
  OIDC_AUDIENCES: 'phone',
  ADMOB_SSV: `${open.origin}/keys.json`,
  ADMOB_AD_UNITS: '1',
  COMFYUI_URL: open.origin,
  COMFYUI_WORKFLOW: 'deploy/comfyui/qwen-image-edit.json',
};

async function examine(changes: Record<string, string> = {}) {
  const findings = await runChecks(checksOf(readConfig({ ...environment, ...changes })), 5_000);
  return Object.fromEntries(findings.map(({ service, ...found }) => [service, found]));
}

test('the doctor command reports that each configured service works, and lists unconfigured services', async () => {
  const found = await examine();
  const works = Object.entries(found).filter(([, { state }]) => state === 'works');
  expect(works.map(([service]) => service)).toEqual([
    'DATA_DIR',
    'Facebook',
    'WeChat sign-in',
    'Sign-in with google',
    'Sign-in with Acme ID',
    'Stripe',
    'App Store: API',
    'App Store: root certificates',
    'Google Play',
    'WeChat Pay',
    'AdMob’s keys',
    'WeChat’s page signatures',
    'ComfyUI',
  ]);
  // Nothing listens at this PUBLIC_URL, which the issuer knows.
  const refused = Object.entries(found).filter(([, { state }]) => state === 'refused');
  expect(refused.map(([service]) => service)).toEqual(['PUBLIC_URL']);
  expect(found['OSS: role']?.state).toBe('not configured');
});

test.each([
  ['Stripe', { STRIPE_SECRET_KEY: 'sk_live_old' }, /Invalid API Key/, /STRIPE_SECRET_KEY/],
  ['Facebook', { FACEBOOK_APP_SECRET: 'old' }, /code 190: Invalid app/, /FACEBOOK_APP_SECRET/],
  ['WeChat sign-in', { WECHAT_APP_SECRET: 'old' }, /40125: invalid appsecret/, /secret/],
  ['Sign-in with google', { GOOGLE_LOGIN_CLIENT_SECRET: 'old' }, /401 with invalid_client/, /secret/],
  ['Sign-in with Acme ID', { OIDC_ISSUER: 'http://127.0.0.1:1' }, /fetch failed/, /address/],
  ['WeChat’s page signatures', { WECHAT_APP_SECRET: 'old' }, /40125 invalid appsecret/, /WECHAT_APP_SECRET/],
  ['WeChat Pay', { WECHAT_PAY_SERIAL: 'OLD' }, /401 SIGN_ERROR/, /WECHAT_PAY_SERIAL/],
  ['App Store: API', { APP_STORE_KEY_ID: 'OLD' }, /401/, /APP_STORE_KEY_ID/],
  ['Google Play', { GOOGLE_PLAY_PACKAGE: 'com.example.other' }, /404/, /GOOGLE_PLAY_PACKAGE/],
  ['AdMob’s keys', { ADMOB_SSV: 'http://127.0.0.1:1/' }, /fetch failed/, /ADMOB_SSV/],
  ['DATA_DIR', { DATA_DIR: '/dev/null/data' }, /dev\/null is not a folder/, /another/],
  ['PostgreSQL', { DATABASE_URL: 'postgres://127.0.0.1:1/tyy' }, /ECONNREFUSED/, /DATABASE_URL/],
])('if %s refuses, the doctor reports the error and what to do', async (service, changes, says, todo) => {
  const found = (await examine(changes))[service];
  expect(found).toMatchObject({ state: 'refused' });
  expect(found?.says).toMatch(says);
  expect(found?.todo).toMatch(todo);
});

test('the doctor command checks that PUBLIC_URL leads to this product', async () => {
  const at = async (origin: string) => {
    const check = checksOf(readConfig({ PUBLIC_URL: origin })).filter(
      ({ service }) => service === 'PUBLIC_URL',
    );
    return (await runChecks(check))[0];
  };
  expect(await at(site.origin)).toMatchObject({ state: 'works' });
  expect(await at(other.origin)).toMatchObject({
    state: 'refused',
    says: `another product responds at ${other.origin}`,
  });
});

test('the doctor command prints a cause that is no Error', async () => {
  const ask = () => Promise.reject(new Error('refused', { cause: { code: 'self-signed' } }));
  expect(await runChecks([{ service: 'x', ask, advice: '' }])).toMatchObject([
    { says: 'refused: {"code":"self-signed"}' },
  ]);
});

test('the doctor command accepts Web Push if one of the push services is reachable', async () => {
  const reached = vi.fn(async (address: string | URL | Request) => {
    if (String(address).includes('apple')) return new Response('', { status: 404 });
    throw new TypeError('fetch failed');
  });
  vi.stubGlobal('fetch', reached);
  const check = checksOf(readConfig(vapidSettings())).filter(({ service }) => service === 'Web Push');
  expect(await runChecks(check)).toMatchObject([{ state: 'works' }]);
  reached.mockRejectedValue(new TypeError('fetch failed'));
  const [finding] = await runChecks(check);
  expect(finding).toMatchObject({
    state: 'refused',
    says: 'none of the push services can be reached: fetch failed',
    todo: expect.stringContaining('fcm.googleapis.com'),
  });
});

test('the doctor command does not wait for a service that never responds', async () => {
  const silent = { service: 'x', ask: () => new Promise(() => {}), advice: 'y' };
  expect(await runChecks([silent], 10)).toMatchObject([{ state: 'refused', says: 'no response' }]);
});
