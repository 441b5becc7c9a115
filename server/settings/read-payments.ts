import type { AppStoreAccount } from '../money/app-store/app-store-account.ts';
import type { GooglePlayAccount } from '../money/google-play/google-play-account.ts';
import type { StripeAccount } from '../money/stripe/stripe-account.ts';
import type { WechatPayAccount } from '../money/wechat-pay/wechat-pay-account.ts';
import type { ProviderValues } from './provider-settings.ts';
import { readTogether } from './read-settings.ts';

/** Null if not configured. */
export interface PaymentConfig {
  stripe: StripeAccount | null;
  appStore: AppStoreAccount | null;
  googlePlay: GooglePlayAccount | null;
  wechatPay: WechatPayAccount | null;
}

const appStoreApis = {
  production: 'https://api.storekit.itunes.apple.com',
  sandbox: 'https://api.storekit-sandbox.itunes.apple.com',
};

/** Throws a message that names the wrong or missing variable. */
export function readPayments(settings: ProviderValues, publicUrl: string | undefined): PaymentConfig {
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
