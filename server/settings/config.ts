import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Static, TObject } from 'typebox';
import type { AiLabel } from '../labels/label-pic.ts';
import type { CredentialFiles } from '../labels/open-labels.ts';
import type { AppSettings } from './app-settings.ts';
import { operatorSettings } from './operator-settings.ts';
import { processSettings } from './process-settings.ts';
import { productSettings } from './product-settings.ts';
import { type ProviderConfig, readProviders } from './provider-config.ts';
import { type Environment, inCamelCase, type Named, readSettings, readTogether } from './read-settings.ts';

const sandboxAdSecret = 'tyy-sandbox-ad-secret';

const ownSettings = { ...processSettings, ...productSettings, ...operatorSettings };

type OwnSettings = Static<TObject<typeof ownSettings>>;

export interface Config
  extends Omit<Named<OwnSettings>, 'databaseUrl' | 'pgpassword' | 'nodeEnv' | 'aiLabel' | 'aiProducer'>,
    ProviderConfig {
  port: number;
  /** Null if the database is embedded and in `dataDir`. */
  databaseUrl: string | null;
  sandbox: boolean;
  adRewardSecret: string;
  /** Settings that the app's pages contain. */
  app: AppSettings;
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
  const ownSecret = sandbox ? sandboxAdSecret : randomBytes(32).toString('hex');

  return {
    ...inCamelCase(settings),
    ...providers,
    port: settings.PORT ?? (role === 'worker' ? 0 : 8787),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl,
    appDir: resolve(settings.APP_DIR),
    sandbox,
    adRewardSecret: settings.AD_REWARD_SECRET ?? ownSecret,
    app: readApp(settings, providers, sandbox),
    credentials: readCredentials(settings),
    aiLabel: readLabel(settings, production && !sandbox),
  };
}

function readApp(
  { LOGINS, AD_REWARD_SECRET, SUPPORT_URL, OPERATOR_CONTACT, OPEN_TRY }: OwnSettings,
  { facebook, issuers, wechatLogin }: ProviderConfig,
  sandbox: boolean,
): AppSettings {
  const found = issuers.filter(({ client }) => client !== null).map(({ loginType }) => loginType);
  const configured = sandbox || facebook ? ['facebook', ...found] : found;
  const unknown = LOGINS.filter(name => !configured.includes(name));
  if (unknown.length > 0) throw new Error(`LOGINS names ${unknown.join(', ')}, which is not configured.`);
  const supportUrl = SUPPORT_URL ?? OPERATOR_CONTACT;
  const logins = LOGINS.length > 0 ? LOGINS : configured;
  return {
    // Without a list, the app opens the login dialog.
    ...(logins.length > 0 && logins.join() !== 'facebook' && { logins }),
    ...(OPEN_TRY && { openTry: true }),
    ...(sandbox && { loginDialogUrl: '/sandbox/login', adRewardSecret: sandboxAdSecret }),
    ...(facebook && { facebookAppId: facebook.appId }),
    ...(wechatLogin?.inWechat && { wechatAppId: wechatLogin.inWechat.appId }),
    ...(AD_REWARD_SECRET && { adRewardSecret: AD_REWARD_SECRET }),
    ...(supportUrl && { supportUrl }),
  };
}

/** `needsProducer`: a visible label needs AI_PRODUCER, because the operator is the producer, not this product. */
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
