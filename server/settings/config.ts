import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Static, TObject } from 'typebox';
import type { AiLabel } from '../labels/label-pic.ts';
import type { CredentialFiles } from '../labels/open-labels.ts';
import { operatorSettings } from './operator-settings.ts';
import { processSettings } from './process-settings.ts';
import { productSettings } from './product-settings.ts';
import { type ProviderConfig, readProviders } from './provider-config.ts';
import { type Environment, readSettings, readTogether } from './read-settings.ts';

const ownSettings = { ...processSettings, ...productSettings, ...operatorSettings };

type OwnSettings = Static<TObject<typeof ownSettings>>;

/** Converts a setting's name such as `PHOTO_DAYS` to `photoDays`. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

type NamedSettings = { [Name in keyof OwnSettings as CamelCase<Name>]: OwnSettings[Name] };

export interface Config
  extends Omit<NamedSettings, 'databaseUrl' | 'pgpassword' | 'nodeEnv' | 'aiLabel' | 'aiProducer'>,
    ProviderConfig {
  port: number;
  /** Null if the server uses its embedded database. */
  databaseUrl: string | null;
  sandbox: boolean;
  adRewardSecret: string;
  aiLabel: AiLabel;
  /** Null if pictures do not get Content Credentials. */
  credentials: CredentialFiles | null;
}

/** Reads the settings from environment variables. Throws a message that names an invalid variable. */
export function readConfig(environment: Environment): Config {
  const settings = readSettings(ownSettings, environment);
  const { GENERATE_MINUTES: generateMinutes, PUBLIC_URL: publicUrl } = settings;
  const providers = readProviders(environment, { generateMinutes, publicUrl });
  const production = settings.NODE_ENV === 'production';
  const { facebook, stripe, appStore, googlePlay, wechatPay, wechatLogin, issuers } = providers;
  const others = [facebook, stripe, appStore, googlePlay, wechatPay, wechatLogin, ...issuers];
  const hasReal = others.some(one => one !== null);
  const sandbox = settings.SANDBOX ?? (!production && !hasReal);
  if (sandbox && providers.facebook) {
    // The sandbox accepts any name, so anyone could use a Facebook user's account.
    throw new Error('SANDBOX=1 and FACEBOOK_APP_ID exclude each other.');
  }
  const { ROLE: role, DATABASE_URL: databaseUrl = null } = settings;
  if (role !== 'all' && (databaseUrl === null || databaseUrl === 'memory://')) {
    throw new Error(`The role ${role} needs a DATABASE_URL: the embedded database serves one process only.`);
  }
  const ownSecret = sandbox ? 'tyy-sandbox-ad-secret' : randomBytes(32).toString('hex');

  return {
    ...inCamelCase(settings),
    ...providers,
    port: settings.PORT ?? (role === 'worker' ? 0 : 8787),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl,
    appDir: resolve(settings.APP_DIR),
    sandbox,
    adRewardSecret: settings.AD_REWARD_SECRET ?? ownSecret,
    credentials: readCredentials(settings),
    aiLabel: readLabel(settings, production && !sandbox),
  };
}

/**
 * The labels of pictures. In production, AI_PRODUCER is required, because the operator is the producer, not this
 * product.
 */
function readLabel({ AI_LABEL, AI_PRODUCER }: OwnSettings, needsProducer: boolean): AiLabel {
  const mark = AI_LABEL === '1' ? 'small' : AI_LABEL;
  if (needsProducer && mark !== '0' && AI_PRODUCER === undefined) {
    throw new Error('AI_PRODUCER, the operator’s name or code, must be given in production, or AI_LABEL=0.');
  }
  return { mark, producer: AI_PRODUCER ?? 'tyy' };
}

function readCredentials(settings: OwnSettings): CredentialFiles | null {
  const values = readTogether(settings, ['C2PA_CERTIFICATE', 'C2PA_KEY']);
  if (!values) return null;
  const [certificateFile, keyFile] = values;
  return { certificateFile, keyFile };
}

function inCamelCase(settings: OwnSettings): NamedSettings {
  const camelCase = (name: string) =>
    name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [camelCase(name), value]),
  ) as NamedSettings;
}
