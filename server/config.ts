import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
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
 * | SANDBOX           | 1 outside production  | 1: sign in by name and pay without money; 0: neither                       |
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
 * | LOG_LEVEL         | info                  | fatal, error, warn, info, debug, trace or silent                           |
 */
export interface Config {
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

type Environment = Record<string, string | undefined>;

const roles = ['all', 'api', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the configuration from environment variables; throws a sentence that names the variable that is wrong. */
export function readConfig(environment: Environment): Config {
  const production = environment.NODE_ENV === 'production';
  const sandbox = readFlag(environment, 'SANDBOX', !production);
  const dataDir = resolve(environment.DATA_DIR || 'data');
  const role = readOneOf(environment, 'ROLE', 'all', roles);
  const databaseUrl = environment.DATABASE_URL || null;
  if (role !== 'all' && (databaseUrl === null || databaseUrl === 'memory://')) {
    throw new Error(`The role ${role} needs a DATABASE_URL: the embedded database serves one process only.`);
  }
  const ownSecret = sandbox ? 'tyy-sandbox-ad-secret' : randomBytes(32).toString('hex');

  return {
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

function readNumber(environment: Environment, name: string, fallback: number, largest: number): number {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > largest) {
    throw new Error(`${name} must be a whole number from 0 to ${largest}, not "${text}".`);
  }
  return value;
}

function readFlag(environment: Environment, name: string, fallback: boolean): boolean {
  const text = environment[name];
  if (!text) return fallback;
  if (text !== '0' && text !== '1') throw new Error(`${name} must be 0 or 1, not "${text}".`);
  return text === '1';
}

function readOneOf<Choice extends string>(
  environment: Environment,
  name: string,
  fallback: Choice,
  choices: readonly Choice[],
): Choice {
  const text = environment[name] || fallback;
  const choice = choices.find(candidate => candidate === text);
  if (choice === undefined) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return choice;
}

function readWechat(environment: Environment): WechatAccount | null {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: appSecret } = environment;
  if (!appId && !appSecret) return null;
  if (!appId || !appSecret) throw new Error('WECHAT_APP_ID and WECHAT_APP_SECRET must be given together.');
  const [apiOrigin = 'https://api.weixin.qq.com'] = readOrigins(environment, 'WECHAT_API');
  return { appId, appSecret, apiOrigin };
}

function readOrigins(environment: Environment, name: string): string[] {
  const texts = (environment[name] ?? '').split(',').map(text => text.trim());
  return texts.filter(Boolean).map(text => {
    if (!URL.canParse(text) || new URL(text).origin !== text) {
      throw new Error(`${name} must hold origins such as https://app.example.com, not "${text}".`);
    }
    return text;
  });
}
