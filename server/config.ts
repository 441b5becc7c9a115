import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Environment, readFlag, readNumber, readOneOf, readOrigins } from './environment.ts';
import { type ProviderConfig, readProviders } from './provider-config.ts';
import type { WechatAccount } from './wechat/wechat-api.ts';

/**
 * Everything the backend can be told, with the environment variable that says it.
 *
 * | variable          | default               | meaning                                                                    |
 * |-------------------|-----------------------|----------------------------------------------------------------------------|
 * | PORT              | 8787                  | port to listen on; 0, the default of a worker, takes a free one            |
 * | HOST              | 0.0.0.0               | address to listen on                                                       |
 * | ROLE              | all                   | all; or api (answers requests) and worker (makes pics) on one DATABASE_URL |
 * | DATA_DIR          | ./data                | folder of the embedded database, the pictures and the signing secret       |
 * | DATABASE_URL      | (embedded)            | a PostgreSQL server; `memory://` keeps the embedded database in memory     |
 * | APP_DIR           | ./dist/app            | folder of the built app that is served under /tyy/                         |
 * | NODE_ENV          | (development)         | `production` turns the sandbox off unless SANDBOX=1                        |
 * | SANDBOX           | see meaning           | 1: sign in by name and pay without money; 0: neither. 1 unless in production or with Facebook or Stripe |
 * | TRUST_PROXY       | 0                     | 1: believe X-Forwarded-For, -Proto and -Host of the proxy in front         |
 * | CORS_ORIGINS      | (none)                | other origins that may call the API, separated by commas                   |
 * | AD_REWARD_SECRET  | tyy-sandbox-ad-secret | secret in the sign of adReward; random outside the sandbox when not given  |
 * | GENERATE_COST     | 20                    | coins of one generation                                                    |
 * | JOB_LEASE         | 60                    | seconds after which the job of a worker that died is taken up by another   |
 * | METRICS           | 0                     | 1: /metrics answers Prometheus, to everybody who reaches the port          |
 * | RATE_LIMIT        | 600                   | API calls a minute of one person, or of one address without a token        |
 * | WECHAT_APP_ID     | (sandbox account)     | official account that signs pages for WeChat's browser                     |
 * | WECHAT_APP_SECRET | (none)                | its secret; the two are given together                                     |
 * | WECHAT_API        | https://api.weixin.qq.com | origin of WeChat's API                                                 |
 * | OSS_REGION        | (own disk)            | region of the Aliyun OSS bucket that keeps the pictures, such as cn-hangzhou |
 * | OSS_BUCKET        | (none)                | its name; these five OSS settings are given together                       |
 * | OSS_ROLE_ARN      | (none)                | role of the temporary credentials for uploads                              |
 * | OSS_ACCESS_KEY_ID | (none)                | key that may use the bucket and take the role                              |
 * | OSS_ACCESS_KEY_SECRET | (none)                | its secret                                                                 |
 * | OSS_ENDPOINT      | (of the region)       | origin of a compatible store that names the bucket in the path             |
 * | STS_ENDPOINT      | https://sts.aliyuncs.com | origin of the service that issues the temporary credentials                |
 * | PHOTO_DAYS        | 30                    | days after their upload at which photos are removed; pics stay until deleted |
 * | FACEBOOK_APP_ID   | (none)                | app whose tokens sign people in                                            |
 * | FACEBOOK_APP_SECRET | (none)                | its secret; the two are given together                                     |
 * | FACEBOOK_API      | https://graph.facebook.com | origin of the Graph API                                                    |
 * | STRIPE_SECRET_KEY | (none)                | account at Stripe that takes the payments                                  |
 * | STRIPE_WEBHOOK_SECRET | (none)                | secret of its notifications to /notify/stripe; the two are given together  |
 * | STRIPE_API        | https://api.stripe.com | origin of Stripe's API                                                     |
 * | ADMOB_SSV         | 0                     | 1: rewards need AdMob's own word, sent to /notify/admob; or the address of a list of keys |
 * | COMFYUI_URL       | (own generator)       | address of a ComfyUI server that makes the pics                            |
 * | COMFYUI_WORKFLOW  | (none)                | file of its workflow (API format); the two are given together              |
 * | DASHSCOPE_API_KEY | (own generator)       | key of Aliyun Model Studio, whose model makes the pics                     |
 * | DASHSCOPE_MODEL   | qwen-image-edit       | that model                                                                 |
 * | DASHSCOPE_API     | https://dashscope.aliyuncs.com | origin of its API                                                          |
 * | GENERATE_MINUTES  | 10                    | minutes after which a generator is given up and the coins come back        |
 * | LOG_LEVEL         | info                  | fatal, error, warn, info, debug, trace or silent                           |
 */
export interface Config extends ProviderConfig {
  role: Role;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  appDir: string;
  sandbox: boolean;
  trustProxy: boolean;
  corsOrigins: string[];
  adRewardSecret: string;
  generateCost: number;
  rateLimit: number;
  /** Seconds. */
  jobLease: number;
  metrics: boolean;
  /** Null: none is configured. */
  wechat: WechatAccount | null;
  logLevel: string;
}

/** What a process does. */
export type Role = (typeof roles)[number];

const roles = ['all', 'api', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the configuration from environment variables; throws a sentence that names the variable that is wrong. */
export function readConfig(environment: Environment): Config {
  const production = environment.NODE_ENV === 'production';
  const providers = readProviders(environment);
  const hasReal = providers.facebook !== null || providers.stripe !== null;
  const sandbox = readFlag(environment, 'SANDBOX', !production && !hasReal);
  if (sandbox && providers.facebook) {
    // Whoever says a name has it: that must not open the accounts of people whom Facebook vouches for.
    throw new Error('SANDBOX=1 and FACEBOOK_APP_ID exclude each other.');
  }
  const dataDir = resolve(environment.DATA_DIR || 'data');
  const role = readOneOf(environment, 'ROLE', 'all', roles);
  const databaseUrl = environment.DATABASE_URL || null;
  if (role !== 'all' && (databaseUrl === null || databaseUrl === 'memory://')) {
    throw new Error(`The role ${role} needs a DATABASE_URL: the embedded database serves one process only.`);
  }
  const ownSecret = sandbox ? 'tyy-sandbox-ad-secret' : randomBytes(32).toString('hex');

  return {
    ...providers,
    role,
    port: readNumber(environment, 'PORT', role === 'worker' ? 0 : 8787, 65_535),
    host: environment.HOST || '0.0.0.0',
    dataDir,
    databaseUrl,
    appDir: resolve(environment.APP_DIR || join('dist', 'app')),
    sandbox,
    trustProxy: readFlag(environment, 'TRUST_PROXY', false),
    corsOrigins: readOrigins(environment, 'CORS_ORIGINS'),
    adRewardSecret: environment.AD_REWARD_SECRET || ownSecret,
    generateCost: readNumber(environment, 'GENERATE_COST', 20, 1_000_000),
    rateLimit: readNumber(environment, 'RATE_LIMIT', 600, 1_000_000),
    jobLease: Math.max(3, readNumber(environment, 'JOB_LEASE', 60, 3600)),
    metrics: readFlag(environment, 'METRICS', false),
    wechat: readWechat(environment),
    logLevel: readOneOf(environment, 'LOG_LEVEL', 'info', logLevels),
  };
}

function readWechat(environment: Environment): WechatAccount | null {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: appSecret } = environment;
  if (!appId && !appSecret) return null;
  if (!appId || !appSecret) throw new Error('WECHAT_APP_ID and WECHAT_APP_SECRET must be given together.');
  const [apiOrigin = 'https://api.weixin.qq.com'] = readOrigins(environment, 'WECHAT_API');
  return { appId, appSecret, apiOrigin };
}
