import { type Static, type TObject, Type } from 'typebox';
import { generatorSettings } from './generator-settings.ts';
import { oidcSettings } from './oidc-settings.ts';
import { pushSettings } from './push-settings.ts';
import { flag, listOf, oneOf, secretAs, text, textAs, wholeNumber } from './setting-kinds.ts';

/** External services that replace the backend's own. */
export const providerSettings = {
  WECHAT_APP_ID: Type.Optional(
    text({ unset: 'sandbox account', description: 'official account that signs pages for WeChat’s browser' }),
  ),
  WECHAT_APP_SECRET: Type.Optional(text({ description: 'its secret; required together with WECHAT_APP_ID' })),
  WECHAT_API: textAs('origin', {
    default: 'https://api.weixin.qq.com',
    description: 'origin of WeChat’s API',
  }),
  WECHAT_LOGIN: flag({
    default: false,
    description:
      '1: people sign in with WeChat in its browser, through this official account (web authorisation)',
  }),
  WECHAT_MOBILE_APP_ID: Type.Optional(
    text({
      description: 'mobile app of the WeChat Open Platform whose codes sign users of the native app in',
    }),
  ),
  WECHAT_MOBILE_APP_SECRET: Type.Optional(
    text({ description: 'its secret; required together with WECHAT_MOBILE_APP_ID' }),
  ),
  WECHAT_PAY_MERCHANT_ID: Type.Optional(
    text({
      description:
        'merchant at WeChat Pay who takes payments inside WeChat; requires the three settings below, WECHAT_APP_ID and PUBLIC_URL',
    }),
  ),
  WECHAT_PAY_SERIAL: Type.Optional(text({ description: 'serial number of the merchant’s own certificate' })),
  WECHAT_PAY_KEY: Type.Optional(
    textAs('private-key', { description: 'file of its private key (apiclient_key.pem)' }),
  ),
  WECHAT_PAY_API_V3_KEY: Type.Optional(text({ description: 'the merchant’s API v3 key, 32 characters' })),
  WECHAT_PAY_PUBLIC_KEY_ID: Type.Optional(
    textAs('pub-key-id', {
      unset: 'WeChat Pay’s certificates are fetched',
      description: 'id of WeChat Pay’s public key, PUB_KEY_ID_…, where the merchant has one',
    }),
  ),
  WECHAT_PAY_PUBLIC_KEY: Type.Optional(
    textAs('public-key', {
      description: 'file of that key; required together with WECHAT_PAY_PUBLIC_KEY_ID',
    }),
  ),
  WECHAT_PAY_API: textAs('origin', {
    default: 'https://api.mch.weixin.qq.com',
    description: 'origin of WeChat Pay’s API',
  }),
  OSS_REGION: Type.Optional(
    text({
      unset: 'local disk',
      description:
        'region of the Aliyun OSS bucket that stores the pictures, such as cn-hangzhou; requires the four settings below',
    }),
  ),
  OSS_BUCKET: Type.Optional(text({ description: 'name of the bucket' })),
  OSS_ROLE_ARN: Type.Optional(text({ description: 'role of the temporary credentials for uploads' })),
  OSS_ACCESS_KEY_ID: Type.Optional(text({ description: 'key that may use the bucket and assume the role' })),
  OSS_ACCESS_KEY_SECRET: Type.Optional(text({ description: 'its secret' })),
  OSS_ENDPOINT: Type.Optional(
    textAs('named-origin', {
      unset: 'that of the region',
      description: 'origin of a compatible store that names the bucket in the path; not by an IP address',
    }),
  ),
  STS_ENDPOINT: Type.Optional(
    textAs('origin', {
      unset: 'https://sts.aliyuncs.com',
      description: 'origin of the service that issues the temporary credentials',
    }),
  ),
  FACEBOOK_APP_ID: Type.Optional(text({ description: 'app whose tokens sign users in' })),
  FACEBOOK_APP_SECRET: Type.Optional(
    text({ description: 'its secret; required together with FACEBOOK_APP_ID' }),
  ),
  FACEBOOK_API: textAs('origin', {
    default: 'https://graph.facebook.com',
    description: 'origin of the Graph API',
  }),
  ...oidcSettings,
  STRIPE_SECRET_KEY: Type.Optional(
    secretAs('stripe-key', { description: 'key of the Stripe account that takes payments' }),
  ),
  STRIPE_WEBHOOK_SECRET: Type.Optional(
    secretAs('stripe-webhook', {
      description: 'secret of its webhook /notify/stripe; required together with STRIPE_SECRET_KEY',
    }),
  ),
  STRIPE_API: textAs('origin', {
    default: 'https://api.stripe.com',
    description: 'origin of Stripe’s API',
  }),
  APP_STORE_BUNDLE_ID: Type.Optional(
    text({
      description:
        'bundle id of the iOS app whose purchases count; requires APP_STORE_ROOTS and the three settings of its key',
    }),
  ),
  APP_STORE_ID: Type.Optional(
    wholeNumber(1, Number.MAX_SAFE_INTEGER, {
      unset: 'only in the sandbox',
      description: 'Apple ID (a number) of that app in App Store Connect',
    }),
  ),
  APP_STORE_ENVIRONMENT: oneOf(['production', 'sandbox'], {
    default: 'production',
    description: 'whose purchases count; those of the other are refused',
  }),
  APP_STORE_ROOTS: listOf('certificate', {
    default: [],
    description: 'files of Apple’s root certificates (DER or PEM), separated by commas',
  }),
  APP_STORE_ONLINE_CHECKS: flag({
    default: false,
    description: '1: Apple is asked (OCSP) whether a certificate was revoked',
  }),
  APP_STORE_ISSUER_ID: Type.Optional(text({ description: 'issuer of the key for the App Store Server API' })),
  APP_STORE_KEY_ID: Type.Optional(text({ description: 'id of that key' })),
  APP_STORE_KEY: Type.Optional(textAs('private-key', { description: 'file of that key (.p8)' })),
  APP_STORE_API: Type.Optional(
    textAs('origin', { unset: 'that of the environment', description: 'origin of the App Store Server API' }),
  ),
  GOOGLE_PLAY_PACKAGE: Type.Optional(
    text({
      description: 'package of the Android app whose purchases count; requires the three settings below',
    }),
  ),
  GOOGLE_PLAY_KEY: Type.Optional(
    textAs('service-account', { description: 'file of the service account’s key (JSON)' }),
  ),
  GOOGLE_PLAY_PUSH_AUDIENCE: Type.Optional(
    text({ description: 'audience of the push subscription to /notify/google-play' }),
  ),
  GOOGLE_PLAY_PUSH_ACCOUNT: Type.Optional(
    textAs('email', { description: 'e-mail of the service account that signs its pushes' }),
  ),
  GOOGLE_PLAY_TESTS: flag({
    default: false,
    description: '1: the purchases of license testers count, which cost nothing',
  }),
  GOOGLE_PLAY_API: textAs('origin', {
    default: 'https://androidpublisher.googleapis.com',
    description: 'origin of the Android Publisher API',
  }),
  GOOGLE_KEYS: textAs('address', {
    default: 'https://www.googleapis.com/oauth2/v3/certs',
    description: 'address of the keys with which Google signs pushes',
  }),
  ADMOB_SSV: textAs('flag-or-address', {
    default: '0',
    description:
      '1: rewards require AdMob’s server-side verification, sent to /notify/admob; or the address of another list of keys',
  }),
  ADMOB_AD_UNITS: listOf('ad-unit', {
    default: [],
    description: 'ad units whose rewarded ads count, separated by commas; required together with ADMOB_SSV',
  }),
  ...pushSettings,
  ...generatorSettings,
};

export type ProviderValues = Static<TObject<typeof providerSettings>>;
