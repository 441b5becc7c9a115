import type { FacebookApp } from './accounts/facebook-login.ts';
import { type Environment, readFlag, readNumber, readOrigins, readTogether } from './environment.ts';
import type { RemoteGenerator } from './generator/open-generator.ts';
import type { StripeAccount } from './money/stripe/stripe-account.ts';
import type { OssAccount } from './store/oss-account.ts';

/** The services of others that are used; null: none is configured, and what the backend has of its own is used. */
export interface ProviderConfig {
  oss: OssAccount | null;
  /** Photos are removed so many days after their upload. */
  photoDays: number;
  facebook: FacebookApp | null;
  stripe: StripeAccount | null;
  /** Address of AdMob's list of keys, when its word is asked for rewards. */
  adKeysUrl: string | null;
  remoteGenerator: RemoteGenerator | null;
  /** Milliseconds after which a generator is given up, wherever it runs. */
  generateDeadline: number;
}

const admobKeys = 'https://www.gstatic.com/admob/reward/verifier-keys.json';
const minute = 60_000;

/** Reads the providers' part of the configuration; throws a sentence that names the variable that is wrong. */
export function readProviders(environment: Environment): ProviderConfig {
  const generateDeadline = Math.max(1, readNumber(environment, 'GENERATE_MINUTES', 10, 1000)) * minute;
  return {
    oss: readOss(environment),
    photoDays: readNumber(environment, 'PHOTO_DAYS', 30, 3650),
    facebook: readFacebook(environment),
    stripe: readStripe(environment),
    adKeysUrl: readAdKeys(environment),
    remoteGenerator: readGenerator(environment, generateDeadline),
    generateDeadline,
  };
}

function readOss(environment: Environment): OssAccount | null {
  const names = [
    'OSS_REGION',
    'OSS_BUCKET',
    'OSS_ROLE_ARN',
    'OSS_ACCESS_KEY_ID',
    'OSS_ACCESS_KEY_SECRET',
  ] as const;
  const values = readTogether(environment, names);
  if (!values) return null;
  const [region, bucket, roleArn, accessKeyId, accessKeySecret] = values;
  const [endpoint = null] = readOrigins(environment, 'OSS_ENDPOINT');
  const [stsEndpoint = null] = readOrigins(environment, 'STS_ENDPOINT');
  return {
    region: region.replace(/^oss-/, ''),
    bucket,
    roleArn,
    accessKeyId,
    accessKeySecret,
    endpoint,
    stsEndpoint,
  };
}

function readFacebook(environment: Environment): FacebookApp | null {
  const values = readTogether(environment, ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'] as const);
  if (!values) return null;
  const [appId, appSecret] = values;
  const [apiOrigin = 'https://graph.facebook.com'] = readOrigins(environment, 'FACEBOOK_API');
  return { appId, appSecret, apiOrigin };
}

function readStripe(environment: Environment): StripeAccount | null {
  const values = readTogether(environment, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const);
  if (!values) return null;
  const [secretKey, webhookSecret] = values;
  const [apiOrigin = 'https://api.stripe.com'] = readOrigins(environment, 'STRIPE_API');
  return { secretKey, webhookSecret, apiOrigin };
}

/** ADMOB_SSV is 1 or the address of a list of keys. */
function readAdKeys(environment: Environment): string | null {
  const text = environment.ADMOB_SSV ?? '';
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  return readFlag(environment, 'ADMOB_SSV', false) ? admobKeys : null;
}

function readGenerator(environment: Environment, deadline: number): RemoteGenerator | null {
  const comfy = readTogether(environment, ['COMFYUI_URL', 'COMFYUI_WORKFLOW'] as const);
  const apiKey = environment.DASHSCOPE_API_KEY || null;
  if (comfy && apiKey) throw new Error('COMFYUI_URL and DASHSCOPE_API_KEY exclude each other.');

  if (comfy) {
    const [url, workflowFile] = comfy;
    if (!URL.canParse(url)) throw new Error(`COMFYUI_URL must be an address, not "${url}".`);
    return { kind: 'comfyui', url: url.replace(/\/+$/, ''), workflowFile, deadline };
  }
  if (apiKey) {
    const [apiOrigin = 'https://dashscope.aliyuncs.com'] = readOrigins(environment, 'DASHSCOPE_API');
    const model = environment.DASHSCOPE_MODEL || 'qwen-image-edit';
    return { kind: 'dashscope', apiKey, apiOrigin, model, deadline };
  }
  return null;
}
