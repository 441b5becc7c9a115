import type { Static, TObject } from 'typebox';
import type { FacebookApp } from '../accounts/facebook-login.ts';
import type { RemoteGenerator } from '../generator/open-generator.ts';
import type { AdmobAccount } from '../money/admob/admob-account.ts';
import type { StripeAccount } from '../money/stripe/stripe-account.ts';
import type { OssAccount } from '../store/oss-account.ts';
import type { WechatAccount } from '../wechat/fetch-ticket.ts';
import { providerSettings } from './backend-settings.ts';
import { type Environment, readSettings, readTogether } from './read-settings.ts';

type Settings = Static<TObject<typeof providerSettings>>;

/** The services of others that are used; null: none is configured, and the backend uses its own. */
export interface ProviderConfig {
  wechat: WechatAccount | null;
  oss: OssAccount | null;
  facebook: FacebookApp | null;
  stripe: StripeAccount | null;
  /** Null: rewards need no verification by AdMob. */
  admob: AdmobAccount | null;
  remoteGenerator: RemoteGenerator | null;
  /** Milliseconds after which a generation fails, wherever it runs. */
  generateDeadline: number;
}

const admobKeys = 'https://www.gstatic.com/admob/reward/verifier-keys.json';
const minute = 60_000;

/** Reads the providers' part of the configuration; throws a sentence that names the variable that is wrong. */
export function readProviders(environment: Environment, generateMinutes: number): ProviderConfig {
  const settings = readSettings(providerSettings, environment);
  const generateDeadline = generateMinutes * minute;
  return {
    wechat: readWechat(settings),
    oss: readOss(settings),
    facebook: readFacebook(settings),
    stripe: readStripe(settings),
    admob: readAdmob(settings),
    remoteGenerator: readGenerator(settings, generateDeadline),
    generateDeadline,
  };
}

function readWechat(settings: Settings): WechatAccount | null {
  const values = readTogether(settings, ['WECHAT_APP_ID', 'WECHAT_APP_SECRET']);
  if (!values) return null;
  const [appId, appSecret] = values;
  return { appId, appSecret, apiOrigin: settings.WECHAT_API };
}

function readOss(settings: Settings): OssAccount | null {
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

function readFacebook(settings: Settings): FacebookApp | null {
  const values = readTogether(settings, ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET']);
  if (!values) return null;
  const [appId, appSecret] = values;
  return { appId, appSecret, apiOrigin: settings.FACEBOOK_API };
}

function readStripe(settings: Settings): StripeAccount | null {
  const values = readTogether(settings, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  if (!values) return null;
  const [secretKey, webhookSecret] = values;
  return { secretKey, webhookSecret, apiOrigin: settings.STRIPE_API };
}

function readAdmob({ ADMOB_SSV, ADMOB_AD_UNITS }: Settings): AdmobAccount | null {
  if (ADMOB_SSV === '0') return null;
  if (ADMOB_AD_UNITS.length === 0) {
    // AdMob signs the ads of all publishers with the same keys.
    throw new Error('ADMOB_SSV needs ADMOB_AD_UNITS: without it the ads of any other app would count.');
  }
  const keysUrl = ADMOB_SSV === '1' ? admobKeys : ADMOB_SSV;
  return { keysUrl, adUnits: ADMOB_AD_UNITS.map(unit => unit.replace(/^.*\//, '')) };
}

function readGenerator(settings: Settings, deadline: number): RemoteGenerator | null {
  const comfyui = readTogether(settings, ['COMFYUI_URL', 'COMFYUI_WORKFLOW']);
  const { DASHSCOPE_API_KEY: apiKey, DASHSCOPE_API: apiOrigin, DASHSCOPE_MODEL: model } = settings;
  if (comfyui && apiKey) throw new Error('COMFYUI_URL and DASHSCOPE_API_KEY exclude each other.');
  if (comfyui) {
    const [url, workflowFile] = comfyui;
    return { kind: 'comfyui', url: url.replace(/\/+$/, ''), workflowFile, deadline };
  }
  return apiKey ? { kind: 'dashscope', apiKey, apiOrigin, model, deadline } : null;
}
