import type { Static, TObject } from 'typebox';
import { checkVapidKeys, type VapidKeys } from '../push/check-vapid-keys.ts';
import { oidcSettings } from './oidc-settings.ts';
import { readTogether } from './read-settings.ts';
import { flag, listOf, oneOf, secretAs, text, textAs, wholeNumber } from './setting-kinds.ts';

export const providerSettings = {
  WECHAT_APP_ID: text({
    unset: 'sandbox account',
    description: 'official account that signs pages for WeChat’s browser',
  }),
  WECHAT_APP_SECRET: text({ description: 'its secret; required together with WECHAT_APP_ID' }),
  WECHAT_API: textAs('origin', {
    default: 'https://api.weixin.qq.com',
    description: 'origin of WeChat’s API',
  }),
  WECHAT_LOGIN: flag({
    default: false,
    description:
      '1: people sign in with WeChat in its browser, through this official account (web authorisation)',
  }),
  WECHAT_MOBILE_APP_ID: text({
    description: 'mobile app of the WeChat Open Platform, through which users of the native app sign in',
  }),
  WECHAT_MOBILE_APP_SECRET: text({ description: 'its secret; required together with WECHAT_MOBILE_APP_ID' }),
  WECHAT_PAY_MERCHANT_ID: text({
    description:
      'merchant at WeChat Pay that receives payments inside WeChat; requires the three settings below, WECHAT_APP_ID and PUBLIC_URL',
  }),
  WECHAT_PAY_SERIAL: text({ description: 'serial number of the merchant’s own certificate' }),
  WECHAT_PAY_KEY: textAs('private-key', {
    description: 'file of the merchant’s private key (apiclient_key.pem)',
  }),
  WECHAT_PAY_API_V3_KEY: text({ description: 'the merchant’s API v3 key, 32 characters' }),
  WECHAT_PAY_PUBLIC_KEY_ID: textAs('pub-key-id', {
    unset: 'the server fetches WeChat Pay’s certificates',
    description: 'id of WeChat Pay’s public key, PUB_KEY_ID_…, if the merchant has one',
  }),
  WECHAT_PAY_PUBLIC_KEY: textAs('public-key', {
    description: 'file of that key; required together with WECHAT_PAY_PUBLIC_KEY_ID',
  }),
  WECHAT_PAY_API: textAs('origin', {
    default: 'https://api.mch.weixin.qq.com',
    description: 'origin of WeChat Pay’s API',
  }),
  OSS_REGION: text({
    unset: 'local disk',
    description:
      'region of the Aliyun OSS bucket that stores the pictures, such as cn-hangzhou; requires the four settings below',
  }),
  OSS_BUCKET: text({ description: 'name of the bucket' }),
  OSS_ROLE_ARN: text({ description: 'role of the temporary credentials for uploads' }),
  OSS_ACCESS_KEY_ID: text({ description: 'key that may use the bucket and assume the role' }),
  OSS_ACCESS_KEY_SECRET: text({ description: 'its secret' }),
  OSS_ENDPOINT: textAs('named-origin', {
    unset: 'that of the region',
    description: 'origin of a compatible store that has the bucket in the path; a host name, no IP address',
  }),
  STS_ENDPOINT: textAs('origin', {
    unset: 'https://sts.aliyuncs.com',
    description: 'origin of the service that issues the temporary credentials',
  }),
  FACEBOOK_APP_ID: text({ description: 'app whose tokens sign users in' }),
  FACEBOOK_APP_SECRET: text({ description: 'its secret; required together with FACEBOOK_APP_ID' }),
  FACEBOOK_API: textAs('origin', {
    default: 'https://graph.facebook.com',
    description: 'origin of the Graph API',
  }),
  ...oidcSettings,
  STRIPE_SECRET_KEY: secretAs('stripe-key', {
    description: 'key of the Stripe account that receives payments',
  }),
  STRIPE_WEBHOOK_SECRET: secretAs('stripe-webhook', {
    description: 'secret of its webhook /notify/stripe; required together with STRIPE_SECRET_KEY',
  }),
  STRIPE_API: textAs('origin', {
    default: 'https://api.stripe.com',
    description: 'origin of Stripe’s API',
  }),
  APP_STORE_BUNDLE_ID: text({
    description:
      'bundle id of the iOS app whose purchases count; requires APP_STORE_ROOTS and the three settings of its key',
  }),
  APP_STORE_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER, {
    unset: 'only in the sandbox',
    description: 'Apple ID (a number) of that app in App Store Connect',
  }),
  APP_STORE_ENVIRONMENT: oneOf(['production', 'sandbox'], {
    default: 'production',
    description: 'environment whose purchases count; the server refuses those of the other',
  }),
  APP_STORE_ROOTS: listOf('certificate', {
    default: [],
    description: 'files of Apple’s root certificates (DER or PEM), separated by commas',
  }),
  APP_STORE_ONLINE_CHECKS: flag({
    default: false,
    description: '1: the server asks Apple (OCSP) if a certificate was revoked',
  }),
  APP_STORE_ISSUER_ID: text({ description: 'issuer of the key for the App Store Server API' }),
  APP_STORE_KEY_ID: text({ description: 'id of that key' }),
  APP_STORE_KEY: textAs('private-key', { description: 'file of that key (.p8)' }),
  APP_STORE_API: textAs('origin', {
    unset: 'that of the environment',
    description: 'origin of the App Store Server API',
  }),
  GOOGLE_PLAY_PACKAGE: text({
    description: 'package of the Android app whose purchases count; requires the three settings below',
  }),
  GOOGLE_PLAY_KEY: textAs('service-account', { description: 'file of the service account’s key (JSON)' }),
  GOOGLE_PLAY_PUSH_AUDIENCE: text({
    description: 'audience of the push subscription to /notify/google-play',
  }),
  GOOGLE_PLAY_PUSH_ACCOUNT: textAs('email', {
    description: 'e-mail of the service account that signs its pushes',
  }),
  GOOGLE_PLAY_TESTS: flag({
    default: false,
    description: '1: purchases of license testers count, which cost nothing',
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
      '1: a reward requires AdMob’s server-side verification, sent to /notify/admob. Instead of 1: the address of another list of keys',
  }),
  ADMOB_AD_UNITS: listOf('ad-unit', {
    default: [],
    description: 'ad units whose rewarded ads count, separated by commas; required together with ADMOB_SSV',
  }),
  VAPID_PUBLIC_KEY: text({
    unset: 'no Web Push',
    description:
      'public key of a pair that `npx web-push generate-vapid-keys` prints; requires the two settings below, the same for all processes',
  }),
  VAPID_PRIVATE_KEY: text({ description: 'its private key' }),
  VAPID_SUBJECT: text({
    description: 'contact of the operator for push services: mailto:push@example.com or https://example.com',
  }),
  COMFYUI_URL: textAs('address', {
    unset: 'local generator',
    description: 'address of a ComfyUI server that makes the pics',
  }),
  COMFYUI_WORKFLOW: textAs('json', {
    description:
      'file of the workflow (API format), such as deploy/comfyui/qwen-image-edit.json; required together with COMFYUI_URL',
  }),
  DASHSCOPE_API_KEY: text({
    unset: 'local generator',
    description: 'key of Aliyun Model Studio, a model of which makes the pics',
  }),
  DASHSCOPE_MODEL: text({
    default: 'qwen-image-3.0',
    description:
      'model that makes the pics; the limits of qwen-image-3.0, 3.0-pro, 2.1-pro, edit-plus and edit are built in',
  }),
  DASHSCOPE_REFERENCES: wholeNumber(1, 10, {
    unset: 'built in for the known models',
    description: 'number of photos that the model accepts in one call',
  }),
  DASHSCOPE_PROMPT_LENGTH: wholeNumber(100, 100_000, {
    unset: 'built in for the known models',
    description: 'longest prompt of the model in characters',
  }),
  DASHSCOPE_SIZE: textAs('size', {
    unset: 'built in for the known models',
    description: 'size of the pics, such as 1104*1472',
  }),
  DASHSCOPE_API: textAs('origin', {
    default: 'https://dashscope.aliyuncs.com',
    description:
      'origin of Model Studio’s API or of a workspace, such as https://ID.cn-beijing.maas.aliyuncs.com; key and model must be of its region',
  }),
  OPENAI_IMAGES_KEY: text({
    unset: 'local generator',
    description:
      'key of a service with OpenAI’s images protocol that makes the pics; any text if the service needs no key',
  }),
  OPENAI_IMAGES_API: textAs('address', {
    default: 'https://api.openai.com/v1',
    description: 'address of that service, up to /images',
  }),
  OPENAI_IMAGES_MODEL: text({ default: 'gpt-image-2.5-sunburst', description: 'its model' }),
  OPENAI_IMAGES_REFERENCES: wholeNumber(1, 16, {
    default: 5,
    description: 'photos that the model takes in one call',
  }),
  OPENAI_IMAGES_PROMPT_LENGTH: wholeNumber(100, 100_000, {
    default: 4000,
    description: 'longest prompt of the model in characters',
  }),
  OPENAI_IMAGES_SIZE: textAs('size', { default: '1024x1536', description: 'size of the pics' }),
};

export type ProviderValues = Static<TObject<typeof providerSettings>>;

/** Null unless Web Push is configured. Throws a message that names a wrong or missing variable. */
export function readPushSettings(settings: ProviderValues): VapidKeys | null {
  const values = readTogether(settings, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT']);
  if (!values) return null;
  const [publicKey, privateKey, subject] = values;
  const keys = { publicKey, privateKey, subject };
  checkVapidKeys(keys);
  return keys;
}
