import type { FacebookApp, WechatLoginApps } from '../accounts/login.ts';
import type { OidcIssuer } from '../accounts/oidc/open-oidc-login.ts';
import type { RemoteGenerator } from '../generator/open-generator.ts';
import { boundsOfModel } from '../generator/remote/bounds-of-model.ts';
import type { AdmobAccount } from '../money/admob/admob.ts';
import type { AppStoreAccount } from '../money/app-store/app-store-api.ts';
import type { GooglePlayAccount } from '../money/google-play/google-play-api.ts';
import type { StripeAccount } from '../money/stripe/stripe-provider.ts';
import type { WechatPayAccount } from '../money/wechat-pay/wechat-pay-client.ts';
import type { VapidKeys } from '../push/check-vapid-keys.ts';
import type { OssAccount } from '../store/oss/oss-storage.ts';
import type { WechatAccount } from '../wechat/open-wechat.ts';
import { readIssuers } from './oidc-settings.ts';
import { type ProviderValues, providerSettings, readPushSettings } from './provider-settings.ts';
import { type Environment, readSettings, readTogether } from './read-settings.ts';

/** External services. A service is null if it is not configured. */
export interface ProviderConfig extends PaymentConfig {
  wechat: WechatAccount | null;
  oss: OssAccount | null;
  facebook: FacebookApp | null;
  wechatLogin: WechatLoginApps | null;
  issuers: OidcIssuer[];
  admob: AdmobAccount | null;
  vapid: VapidKeys | null;
  remoteGenerator: RemoteGenerator | null;
  /** Milliseconds that a generation may take, with any generator, before it fails. */
  generateDeadline: number;
}

const admobKeys = 'https://www.gstatic.com/admob/reward/verifier-keys.json';
const minute = 60_000;

/** Throws a message that names an invalid variable. */
export function readProviders(
  environment: Environment,
  { generateMinutes, publicUrl }: { generateMinutes: number; publicUrl: string | undefined },
): ProviderConfig {
  const settings = readSettings(providerSettings, environment);
  const generateDeadline = generateMinutes * minute;
  return {
    wechat: readWechat(settings),
    oss: readOss(settings),
    facebook: readFacebook(settings),
    ...readPayments(settings, publicUrl),
    wechatLogin: readWechatLogin(settings),
    issuers: readIssuers(settings),
    admob: readAdmob(settings),
    vapid: readPushSettings(settings),
    remoteGenerator: readGenerator(settings, generateDeadline),
    generateDeadline,
  };
}

function readWechat(settings: ProviderValues): WechatAccount | null {
  const values = readTogether(settings, ['WECHAT_APP_ID', 'WECHAT_APP_SECRET']);
  if (!values) return null;
  const [appId, appSecret] = values;
  return { appId, appSecret, apiOrigin: settings.WECHAT_API };
}

function readOss(settings: ProviderValues): OssAccount | null {
  const values = readTogether(settings, [
    'OSS_REGION',
    'OSS_BUCKET',
    'OSS_ROLE_ARN',
    'OSS_ACCESS_KEY_ID',
    'OSS_ACCESS_KEY_SECRET',
  ]);
  if (!values) return null;
  const [region, bucket, roleArn, accessKeyId, accessKeySecret] = values;
  return {
    region: region.replace(/^oss-/, ''),
    bucket,
    roleArn,
    accessKeyId,
    accessKeySecret,
    endpoint: settings.OSS_ENDPOINT ?? null,
    stsEndpoint: settings.STS_ENDPOINT ?? null,
  };
}

function readFacebook(settings: ProviderValues): FacebookApp | null {
  const values = readTogether(settings, ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET']);
  if (!values) return null;
  const [appId, appSecret] = values;
  return { appId, appSecret, apiOrigin: settings.FACEBOOK_API };
}

function readWechatLogin(settings: ProviderValues): WechatLoginApps | null {
  const shell = readTogether(settings, ['WECHAT_MOBILE_APP_ID', 'WECHAT_MOBILE_APP_SECRET']);
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: appSecret, WECHAT_API: apiOrigin } = settings;
  const inWechat = settings.WECHAT_LOGIN && appId && appSecret ? { appId, appSecret } : null;
  if (settings.WECHAT_LOGIN && !inWechat)
    throw new Error('WECHAT_LOGIN needs WECHAT_APP_ID and WECHAT_APP_SECRET.');
  if (!inWechat && !shell) return null;
  return { inWechat, inShell: shell && { appId: shell[0], appSecret: shell[1] }, apiOrigin };
}

function readAdmob({ ADMOB_SSV, ADMOB_AD_UNITS }: ProviderValues): AdmobAccount | null {
  if (ADMOB_SSV === '0') return null;
  if (ADMOB_AD_UNITS.length === 0) {
    // AdMob signs every publisher's ads with the same keys, so only the ad unit shows that an ad is ours.
    throw new Error('ADMOB_SSV needs ADMOB_AD_UNITS: without it the ads of any other app would count.');
  }
  const keysUrl = ADMOB_SSV === '1' ? admobKeys : ADMOB_SSV;
  return { keysUrl, adUnits: ADMOB_AD_UNITS.map(unit => unit.replace(/^.*\//, '')) };
}

function readGenerator(settings: ProviderValues, deadline: number): RemoteGenerator | null {
  const comfyui = readTogether(settings, ['COMFYUI_URL', 'COMFYUI_WORKFLOW']);
  const { DASHSCOPE_API_KEY: dashscopeKey, OPENAI_IMAGES_KEY: openaiKey } = settings;
  if ([comfyui, dashscopeKey, openaiKey].filter(Boolean).length > 1) {
    throw new Error('COMFYUI_URL, DASHSCOPE_API_KEY and OPENAI_IMAGES_KEY exclude each other.');
  }
  if (comfyui) {
    const [url, workflowFile] = comfyui;
    return { kind: 'comfyui', url: url.replace(/\/+$/, ''), workflowFile, deadline };
  }
  if (dashscopeKey) return readDashscope(settings, dashscopeKey, deadline);
  return openaiKey ? readOpenaiImages(settings, openaiKey, deadline) : null;
}

function readDashscope(settings: ProviderValues, apiKey: string, deadline: number): RemoteGenerator {
  const { DASHSCOPE_API: apiOrigin, DASHSCOPE_MODEL: model } = settings;
  const {
    DASHSCOPE_REFERENCES: references,
    DASHSCOPE_PROMPT_LENGTH: longestPrompt,
    DASHSCOPE_SIZE: size,
  } = settings;
  const bounds = boundsOfModel(model, {
    ...(references && { references }),
    ...(longestPrompt && { longestPrompt }),
    ...(size && { size: size.replace('x', '*') }),
  });
  return { kind: 'dashscope', apiKey, apiOrigin, model, bounds, deadline };
}

function readOpenaiImages(settings: ProviderValues, apiKey: string, deadline: number): RemoteGenerator {
  const bounds = {
    references: settings.OPENAI_IMAGES_REFERENCES,
    longestPrompt: settings.OPENAI_IMAGES_PROMPT_LENGTH,
    size: settings.OPENAI_IMAGES_SIZE.replace('*', 'x'),
  };
  const apiAddress = settings.OPENAI_IMAGES_API.replace(/\/+$/, '');
  return { kind: 'openai-images', apiKey, apiAddress, model: settings.OPENAI_IMAGES_MODEL, bounds, deadline };
}

/** Payment services. A service is null if it is not configured. */
interface PaymentConfig {
  stripe: StripeAccount | null;
  appStore: AppStoreAccount | null;
  googlePlay: GooglePlayAccount | null;
  wechatPay: WechatPayAccount | null;
}

const appStoreApis = {
  production: 'https://api.storekit.itunes.apple.com',
  sandbox: 'https://api.storekit-sandbox.itunes.apple.com',
};

function readPayments(settings: ProviderValues, publicUrl: string | undefined): PaymentConfig {
  return {
    stripe: readStripe(settings),
    appStore: readAppStore(settings),
    googlePlay: readGooglePlay(settings),
    wechatPay: readWechatPay(settings, publicUrl),
  };
}

function readStripe(settings: ProviderValues): StripeAccount | null {
  const values = readTogether(settings, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  if (!values) return null;
  const [secretKey, webhookSecret] = values;
  return { secretKey, webhookSecret, apiOrigin: settings.STRIPE_API };
}

function readAppStore(settings: ProviderValues): AppStoreAccount | null {
  const values = readTogether(settings, [
    'APP_STORE_BUNDLE_ID',
    'APP_STORE_ISSUER_ID',
    'APP_STORE_KEY_ID',
    'APP_STORE_KEY',
  ]);
  if (!values) return null;
  const [bundleId, issuerId, keyId, keyFile] = values;
  const {
    APP_STORE_ENVIRONMENT: environment,
    APP_STORE_ROOTS: rootFiles,
    APP_STORE_ID: appId = null,
  } = settings;
  if (rootFiles.length === 0) {
    throw new Error(
      'APP_STORE_BUNDLE_ID needs APP_STORE_ROOTS: without Apple’s root certificates nothing is checked.',
    );
  }
  if (environment === 'production' && appId === null) {
    throw new Error('APP_STORE_ENVIRONMENT=production needs APP_STORE_ID.');
  }
  return {
    bundleId,
    appId,
    environment,
    rootFiles,
    onlineChecks: settings.APP_STORE_ONLINE_CHECKS,
    issuerId,
    keyId,
    keyFile,
    apiOrigin: settings.APP_STORE_API ?? appStoreApis[environment],
  };
}

function readGooglePlay(settings: ProviderValues): GooglePlayAccount | null {
  const values = readTogether(settings, [
    'GOOGLE_PLAY_PACKAGE',
    'GOOGLE_PLAY_KEY',
    'GOOGLE_PLAY_PUSH_AUDIENCE',
    'GOOGLE_PLAY_PUSH_ACCOUNT',
  ]);
  if (!values) return null;
  const [packageName, keyFile, pushAudience, pushAccount] = values;
  const { GOOGLE_PLAY_TESTS: takesTests, GOOGLE_PLAY_API: apiOrigin, GOOGLE_KEYS: keysUrl } = settings;
  return { packageName, keyFile, pushAudience, pushAccount, takesTests, apiOrigin, keysUrl };
}

function readWechatPay(settings: ProviderValues, notifyOrigin: string | undefined): WechatPayAccount | null {
  const values = readTogether(settings, [
    'WECHAT_PAY_MERCHANT_ID',
    'WECHAT_PAY_SERIAL',
    'WECHAT_PAY_KEY',
    'WECHAT_PAY_API_V3_KEY',
  ]);
  const publicKey = readTogether(settings, ['WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY']);
  if (!values) return null;
  const [merchantId, serial, keyFile, apiV3Key] = values;
  if (settings.WECHAT_APP_ID === undefined || notifyOrigin === undefined) {
    throw new Error('WECHAT_PAY_MERCHANT_ID needs WECHAT_APP_ID, in whose name people pay, and PUBLIC_URL.');
  }
  if (apiV3Key.length !== 32) throw new Error('WECHAT_PAY_API_V3_KEY must have 32 characters.');
  return {
    appId: settings.WECHAT_APP_ID,
    merchantId,
    serial,
    keyFile,
    apiV3Key,
    publicKey: publicKey && { id: publicKey[0], file: publicKey[1] },
    apiOrigin: settings.WECHAT_PAY_API,
    notifyOrigin,
  };
}
