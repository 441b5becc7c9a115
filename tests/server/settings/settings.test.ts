import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsPage } from '../../../scripts/pages.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { AppStoreDouble } from '../doubles/app-store-double.ts';
import { vapidSettings } from '../doubles/push-service-double.ts';
import { openTestBackend } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';

test('an empty environment variable counts as missing', () => {
  expect(readConfig({ PORT: '', GENERATE_COST: '', CORS_ORIGINS: '', OSS_BUCKET: '' })).toMatchObject({
    port: 8787,
    generateCost: 20,
    corsOrigins: [],
    oss: null,
  });
});

const store = await forFile(AppStoreDouble.open());
const { APP_STORE_KEY: key = '', APP_STORE_ROOTS: roots = '' } = store.settings();

const appStore = {
  APP_STORE_BUNDLE_ID: 'b',
  APP_STORE_ISSUER_ID: 'i',
  APP_STORE_KEY_ID: 'k',
  APP_STORE_KEY: key,
};

const wechatPay = {
  WECHAT_PAY_MERCHANT_ID: '1',
  WECHAT_PAY_SERIAL: '2',
  WECHAT_PAY_KEY: key,
  WECHAT_PAY_API_V3_KEY: 'short',
};

test.each<[Record<string, string>, string]>([
  [
    { FACEBOOK_APP_ID: '1' },
    'FACEBOOK_APP_ID, FACEBOOK_APP_SECRET must be given together: FACEBOOK_APP_SECRET is missing.',
  ],
  [{ APP_STORE_BUNDLE_ID: 'b' }, 'APP_STORE_ISSUER_ID, APP_STORE_KEY_ID, APP_STORE_KEY is missing.'],
  [appStore, 'APP_STORE_BUNDLE_ID needs APP_STORE_ROOTS'],
  [{ ...appStore, APP_STORE_ROOTS: roots }, 'APP_STORE_ENVIRONMENT=production needs APP_STORE_ID.'],
  [
    { ...appStore, APP_STORE_ENVIRONMENT: 'xcode' },
    'APP_STORE_ENVIRONMENT must be one of production, sandbox',
  ],
  [wechatPay, 'WECHAT_PAY_MERCHANT_ID needs WECHAT_APP_ID'],
  [
    { ...wechatPay, WECHAT_APP_ID: 'a', WECHAT_APP_SECRET: 's', PUBLIC_URL: 'https://a.example' },
    'WECHAT_PAY_API_V3_KEY must have 32 characters.',
  ],
  [{ WECHAT_APP_ID: 'wx1' }, 'WECHAT_APP_SECRET is missing.'],
  [{ WECHAT_LOGIN: '1' }, 'WECHAT_LOGIN needs WECHAT_APP_ID and WECHAT_APP_SECRET.'],
  [{ WECHAT_MOBILE_APP_ID: 'm' }, 'WECHAT_MOBILE_APP_SECRET is missing.'],
  [{ ADMOB_SSV: '1' }, 'ADMOB_AD_UNITS'],
  [{ OPENAI_IMAGES_KEY: 'k', DASHSCOPE_API_KEY: 'k' }, 'exclude each other'],
])('an incomplete or contradictory configuration is refused with the reason: %j', (given, sentence) => {
  expect(() => readConfig(given)).toThrow(sentence);
});

test('docs/settings.md equals the output of `npm run docs`', () => {
  const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(settingsPage());
});

test.each([
  [{}, { mark: 'small', producer: 'tyy' }],
  [
    { NODE_ENV: 'production', SANDBOX: '1' },
    { mark: 'small', producer: 'tyy' },
  ],
  [
    { NODE_ENV: 'production', AI_LABEL: '0' },
    { mark: '0', producer: 'tyy' },
  ],
  [
    { NODE_ENV: 'production', AI_LABEL: 'standard', AI_PRODUCER: 'An operator' },
    { mark: 'standard', producer: 'An operator' },
  ],
])('with the settings %j pictures get the label %j', (environment, label) => {
  expect(readConfig(environment).aiLabel).toEqual(label);
});

test('in production the backend does not start without AI_PRODUCER, which labels need', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    /^AI_PRODUCER, the operator’s name or code, must be given/,
  );
});

const read = (settings: Record<string, string>) => readConfig(settings).remoteGenerator;

test('an unknown Model Studio model needs settings for its limits', () => {
  const other = { DASHSCOPE_API_KEY: 'k', DASHSCOPE_MODEL: 'qwen-image-4' };
  expect(() => read(other)).toThrow('DASHSCOPE_REFERENCES');
  const bounds = { DASHSCOPE_REFERENCES: '2', DASHSCOPE_PROMPT_LENGTH: '1000', DASHSCOPE_SIZE: '900x1200' };
  expect(read({ ...other, ...bounds })).toMatchObject({
    bounds: { references: 2, longestPrompt: 1000, size: '900*1200' },
  });
  expect(() => read({ ...other, ...bounds, DASHSCOPE_SIZE: 'large' })).toThrow('DASHSCOPE_SIZE');
});

test('outside the sandbox, the start says what users will miss, and that WeChat needs AI_LABEL=standard', async () => {
  const warningsOf = async (environment: Record<string, string>): Promise<string[]> => {
    const backend = await openTestBackend({ ...environment, SANDBOX: '0', LOG_LEVEL: 'warn' });
    await backend.close();
    return backend.logged.map(line => JSON.parse(line).msg);
  };
  const wechat = { WECHAT_APP_ID: 'wx0123456789abcdef', WECHAT_APP_SECRET: 'secret' };
  const missing = await warningsOf({ ...wechat, AI_LABEL: '0' });
  const names = [
    'Facebook',
    'payment provider',
    'AD_REWARD_SECRET',
    'OPERATOR_NAME',
    'SUPPORT_URL',
    'PUBLIC_URL',
  ];
  for (const reason of [...names, 'AI_LABEL=standard'])
    expect(missing).toContainEqual(expect.stringContaining(reason));
  const complete = {
    ...wechat,
    WECHAT_LOGIN: '1',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    AD_REWARD_SECRET: 'a',
    AI_LABEL: 'standard',
    OPERATOR_NAME: 'Example Ltd',
    OPERATOR_CONTACT: 'mailto:help@example.com',
    PUBLIC_URL: 'https://app.example',
  };
  expect(await warningsOf(complete)).toEqual([]);
});

const google = { GOOGLE_LOGIN_CLIENT_ID: 'g', GOOGLE_LOGIN_CLIENT_SECRET: 's' };
const acme = { OIDC_LOGIN_TYPE: 'Acme ID', OIDC_ISSUER: 'https://id.acme.example', OIDC_CLIENT_ID: 'a' };
const facebook = { FACEBOOK_APP_ID: '7', FACEBOOK_APP_SECRET: 's' };

test.each<[string, Record<string, string>, object]>([
  ['the sandbox', {}, { loginDialogUrl: '/sandbox/login', adRewardSecret: 'tyy-sandbox-ad-secret' }],
  ['no provider', { SANDBOX: '0' }, {}],
  ['only Facebook', { ...facebook, OPEN_TRY: '1' }, { facebookAppId: '7', openTry: true }],
  ['two issuers', { ...google, ...acme }, { logins: ['google', 'Acme ID'] }],
  [
    'an order of its own',
    { ...google, ...facebook, LOGINS: 'google,facebook' },
    { logins: ['google', 'facebook'], facebookAppId: '7' },
  ],
  [
    'WeChat, ads and support',
    {
      WECHAT_APP_ID: 'wx1',
      WECHAT_APP_SECRET: 's',
      WECHAT_LOGIN: '1',
      AD_REWARD_SECRET: 'r',
      OPERATOR_CONTACT: 'mailto:a@b.example',
      SUPPORT_URL: 'https://help.example',
    },
    { wechatAppId: 'wx1', adRewardSecret: 'r', supportUrl: 'https://help.example' },
  ],
])('the app’s pages get the settings of %s', (_owner, settings, app) => {
  expect(readConfig(settings).app).toEqual(app);
});

test('LOGINS may name only configured ways to sign in', () => {
  expect(() => readConfig({ ...google, LOGINS: 'google,apple' })).toThrow('LOGINS names apple');
});

const vapid = vapidSettings();

test.each<[string, Record<string, string | undefined>, RegExp]>([
  ['an incomplete set', { VAPID_SUBJECT: undefined }, /must be given together: VAPID_SUBJECT is missing/],
  ['a pair of two different keys', { VAPID_PUBLIC_KEY: vapidSettings().VAPID_PUBLIC_KEY }, /no pair/],
  ['a truncated key', { VAPID_PRIVATE_KEY: vapid.VAPID_PRIVATE_KEY!.slice(1) }, /no pair/],
  ['a key of zeros', { VAPID_PRIVATE_KEY: 'A'.repeat(43) }, /no pair/],
  ['a subject that is not an address', { VAPID_SUBJECT: 'Ann' }, /VAPID_SUBJECT must be an address/],
])('%s of VAPID settings is refused with an error that says why', (_what, changes, says) => {
  expect(() => readConfig({ ...vapid, ...changes })).toThrow(says);
});

test('VAPID keys with a contact address are accepted, and without keys Web Push is off', () => {
  expect(readConfig(vapid).vapid?.publicKey).toBe(vapid.VAPID_PUBLIC_KEY);
  expect(readConfig({ ...vapid, VAPID_SUBJECT: 'https://sol.example' }).vapid).not.toBeNull();
  expect(readConfig({}).vapid).toBeNull();
});
