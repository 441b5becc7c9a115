import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { facebookLogin, type LoginProvider, openWechatLogin } from '../accounts/login.ts';
import { type FindSignInPage, openOidcLogin } from '../accounts/oidc/open-oidc-login.ts';
import { type Feature, featuresWith } from '../contract/features.ts';
import { limits } from '../contract/limits.ts';
import type { Channel } from '../contract/money.ts';
import type { Operator } from '../contract/operator.ts';
import type { DbAndClock } from '../db/database.ts';
import { channelsOf } from '../money/orders.ts';
import type { PaymentProvider, ShopParts, ShopWatch } from '../money/payment-provider.ts';
import { sandboxLogin } from '../sandbox/routes.ts';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import type { Config } from '../settings/config.ts';

type Place = Operator['generator'];

interface Served {
  features: Feature[];
  signIns: Iterable<string>;
  payments: { name: string }[];
}

interface Shop {
  payments: PaymentProvider[];
  /** Null if the sandbox sells products. Its payments work in every host. */
  payChannels: Channel[] | null;
}

/** Sign-in services by login_type. `signInPages` contains only services that have a page for browsers. */
interface Logins {
  loginProviders: Map<string, LoginProvider>;
  signInPages: Map<string, FindSignInPage>;
}

/** Opens the sign-in and payment services. `more` are additional ones, from tests. */
export async function openProviders(config: Config, { db, clock, log, shopWatch, more = [] }: ProviderParts) {
  const onProblem = (problem: Error | string) => log.error(problem);
  const logins = openLogins(config, clock, onProblem, reason => log.info(reason));
  const shop = await openPayments(config, { db, clock, watch: shopWatch }, more);
  const canTryOn = config.templatePreviews && config.remoteGenerator === null;
  const features = featuresWith({
    'template-preview': canTryOn,
    poses: config.remoteGenerator === null && config.picsPerJob > 1,
    redo: config.freeRedos > 0,
    'pay-channels': shop.payChannels !== null,
    push: config.vapid !== null,
  });
  const operator = describeOperator(config, {
    features,
    signIns: logins.loginProviders.keys(),
    payments: shop.payments,
  });
  return { ...shop, ...logins, features, operator };
}

interface ProviderParts extends DbAndClock {
  log: FastifyBaseLogger;
  shopWatch: ShopWatch;
  more?: PaymentProvider[] | undefined;
}

function openLogins(
  { facebook, wechatLogin, issuers, sandbox }: Config,
  clock: () => number,
  onProblem: (problem: Error) => void,
  onRefusal: (reason: string) => void,
): Logins {
  const loginProviders: Logins['loginProviders'] = new Map();
  const signInPages: Logins['signInPages'] = new Map();
  if (sandbox) loginProviders.set('facebook', sandboxLogin);
  if (facebook) loginProviders.set('facebook', facebookLogin(facebook, clock, onProblem));
  if (wechatLogin) loginProviders.set('wechat', openWechatLogin(wechatLogin, onProblem));
  for (const issuer of issuers) {
    const { login, findPage } = openOidcLogin(issuer, clock, onProblem, onRefusal);
    loginProviders.set(issuer.loginType, login);
    if (findPage) signInPages.set(issuer.loginType, findPage);
  }
  return { loginProviders, signInPages };
}

/** The first provider is the default. The sandbox is opened only if no other is configured. */
async function openPayments(
  { stripe, appStore, googlePlay, wechatPay, sandbox }: Config,
  parts: ShopParts,
  more: PaymentProvider[] = [],
): Promise<Shop> {
  // Load a provider's library only if it is configured. Loading all of them would slow down every start.
  const opened = await Promise.all([
    stripe &&
      import('../money/stripe/stripe-provider.ts').then(
        ({ StripeProvider }) => new StripeProvider(stripe, parts),
      ),
    appStore &&
      import('../money/app-store/app-store-provider.ts').then(({ AppStoreProvider }) =>
        AppStoreProvider.open(appStore, parts),
      ),
    googlePlay &&
      import('../money/google-play/google-play-provider.ts').then(({ GooglePlayProvider }) =>
        GooglePlayProvider.open(googlePlay, parts),
      ),
    wechatPay &&
      import('../money/wechat-pay/wechat-pay-provider.ts').then(({ WechatPayProvider }) =>
        WechatPayProvider.open(wechatPay, parts),
      ),
  ]);
  const real = opened.filter(one => one !== null);
  if (sandbox && real.length === 0) {
    return { payments: [new SandboxProvider(parts.db, parts.clock), ...more], payChannels: null };
  }
  const payments = [...real, ...more];
  return { payments, payChannels: channelsOf(payments) };
}

/** Facts about the operator, and settings that affect users' data. The legal texts and the consent sheet show them. */
export function describeOperator(config: Config, { features, signIns, payments }: Served): Operator {
  const facts = {
    name: config.operatorName ?? '',
    country: config.operatorCountry ?? '',
    least_age: config.leastAge,
    photo_days: config.photoDays,
    generator: {
      ...generatorOf(config),
      ...(config.generatorContact && { contact: config.generatorContact }),
    },
    store: storeOf(config),
    compares_faces: config.remoteGenerator === null && config.faceMatch,
  };
  // Hash everything that the consent sheet shows, because any change needs new consent.
  const consented = createHash('sha256').update(JSON.stringify([limits.consentText, facts]));
  return {
    ...facts,
    address: config.operatorAddress ?? '',
    contact: config.operatorContact ?? '',
    since: config.operatorSince ?? '',
    log_days: config.logDays ?? 0,
    sign_ins: config.sandbox ? ['sandbox'] : [...signIns],
    payments: payments.map(({ name }) => name),
    visible_label: config.aiLabel.mark === 'standard',
    verified_ads: config.admob !== null,
    features,
    consent_version: consented.digest('hex').slice(0, 16),
  };
}

function generatorOf(config: Config): Place {
  const { remoteGenerator, operatorCountry = '', generatorName = '', generatorCountry } = config;
  if (remoteGenerator === null) return { name: '', country: operatorCountry };
  if (remoteGenerator.kind === 'comfyui') {
    return { name: generatorName, country: generatorCountry ?? (generatorName ? '' : operatorCountry) };
  }
  if (remoteGenerator.kind === 'openai-images') {
    const isOpenai = new URL(remoteGenerator.apiAddress).hostname === 'api.openai.com';
    const name = generatorName || (isOpenai ? 'OpenAI' : '');
    return { name, country: generatorCountry ?? (isOpenai ? 'US' : name ? '' : operatorCountry) };
  }
  return {
    name: generatorName || 'Alibaba Cloud Model Studio',
    country: generatorCountry ?? countryOfDashscope(remoteGenerator.apiOrigin),
  };
}

/** Country in which Model Studio runs, from the host name; empty if unknown. */
function countryOfDashscope(apiOrigin: string): string {
  const { hostname } = new URL(apiOrigin);
  if (hostname === 'dashscope.aliyuncs.com' || hostname.endsWith('.cn-beijing.maas.aliyuncs.com'))
    return 'CN';
  const isInSingapore =
    hostname === 'dashscope-intl.aliyuncs.com' || hostname.endsWith('.ap-southeast-1.maas.aliyuncs.com');
  return isInSingapore ? 'SG' : '';
}

function storeOf({ oss, storeCountry, operatorCountry = '' }: Config): Place {
  if (oss === null) return { name: '', country: storeCountry ?? operatorCountry };
  if (oss.endpoint !== null) return { name: new URL(oss.endpoint).hostname, country: storeCountry ?? '' };
  const isInChina = oss.region.startsWith('cn-') && oss.region !== 'cn-hongkong';
  return { name: 'Alibaba Cloud OSS', country: storeCountry ?? (isInChina ? 'CN' : '') };
}
