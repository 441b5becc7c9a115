import { Type } from 'typebox';
import { flag, listOf, oneOf, text, textAs, wholeNumber } from './setting-kinds.ts';

/** How a process of the backend runs. */
export const processSettings = {
  PORT: Type.Optional(
    wholeNumber(0, 65_535, {
      unset: '8787; of a worker 0',
      description: 'port to listen on; 0 takes a free one',
    }),
  ),
  HOST: text({ default: '0.0.0.0', description: 'address to listen on' }),
  ROLE: oneOf(['all', 'api', 'worker'], {
    default: 'all',
    description: '`api` serves requests and `worker` makes pics, both on one DATABASE_URL; `all` does both',
  }),
  DATA_DIR: text({
    default: './data',
    description: 'folder of the embedded database, the pictures and the signing secret',
  }),
  DATABASE_URL: Type.Optional(
    text({
      unset: 'embedded',
      description: 'a PostgreSQL server; `memory://` keeps the embedded database in memory',
    }),
  ),
  APP_DIR: text({
    default: './dist/app',
    description: 'folder of the built app that is served under /tyy/',
  }),
  NODE_ENV: Type.Optional(
    text({ unset: 'development', description: '`production` turns the sandbox off unless SANDBOX=1' }),
  ),
  PUBLIC_URL: Type.Optional(
    textAs('origin', {
      unset: 'that of each request',
      description:
        'origin at which the app is reached; addresses of pictures, payments and link previews use it',
    }),
  ),
  TRUST_PROXY: wholeNumber(0, 10, {
    default: 0,
    description:
      'number of proxies in front, each of which appends to X-Forwarded-For; 0: the headers of proxies are ignored',
  }),
  CORS_ORIGINS: listOf('origin', {
    default: [],
    description: 'other origins that may call the API, separated by commas',
  }),
  RATE_LIMIT: wholeNumber(0, 1_000_000, {
    default: 600,
    description:
      'API calls a minute for each user, or for each address without a token; each process counts by itself, so several processes allow the sum',
  }),
  METRICS: flag({
    default: false,
    description: '1: serve Prometheus metrics at /metrics, to everyone who reaches the port',
  }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'least severe level that is logged',
  }),
};

/** The services that the backend uses instead of its own. */
export const providerSettings = {
  WECHAT_APP_ID: Type.Optional(
    text({ unset: 'sandbox account', description: 'official account that signs pages for WeChat’s browser' }),
  ),
  WECHAT_APP_SECRET: Type.Optional(text({ description: 'its secret; required together with WECHAT_APP_ID' })),
  WECHAT_API: textAs('origin', {
    default: 'https://api.weixin.qq.com',
    description: 'origin of WeChat’s API',
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
  STRIPE_SECRET_KEY: Type.Optional(text({ description: 'key of the Stripe account that takes payments' })),
  STRIPE_WEBHOOK_SECRET: Type.Optional(
    text({ description: 'secret of its webhook /notify/stripe; required together with STRIPE_SECRET_KEY' }),
  ),
  STRIPE_API: textAs('origin', {
    default: 'https://api.stripe.com',
    description: 'origin of Stripe’s API',
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
  COMFYUI_URL: Type.Optional(
    textAs('address', {
      unset: 'local generator',
      description: 'address of a ComfyUI server that makes the pics',
    }),
  ),
  COMFYUI_WORKFLOW: Type.Optional(
    text({
      description:
        'file of its workflow (API format), such as deploy/comfyui/qwen-image-edit.json; required together with COMFYUI_URL',
    }),
  ),
  DASHSCOPE_API_KEY: Type.Optional(
    text({
      unset: 'local generator',
      description: 'key of Aliyun Model Studio, whose model makes the pics',
    }),
  ),
  DASHSCOPE_MODEL: text({
    default: 'qwen-image-edit-plus',
    description: 'that model, of the qwen-image family that edits',
  }),
  DASHSCOPE_API: textAs('origin', {
    default: 'https://dashscope.aliyuncs.com',
    description: 'origin of its API',
  }),
};
