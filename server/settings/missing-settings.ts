import type { Config } from './config.ts';

/** A part of the product that does not work with these settings. */
export interface MissingSetting {
  part: string;
  says: string;
  /** The owner's remedy. */
  todo: string;
}

/** Returns what users will miss. Empty in the sandbox, which replaces sign-in and payment. */
export function missingSettings(config: Config): MissingSetting[] {
  if (config.sandbox) return [];
  const { facebook, wechatLogin, issuers, stripe, appStore, googlePlay, wechatPay } = config;
  const canSignIn = facebook || wechatLogin || issuers.length > 0;
  const canPay = stripe || appStore || googlePlay || wechatPay;
  const missing: [isMissing: boolean, part: string, says: string, todo: string][] = [
    [
      !canSignIn,
      'Sign-in',
      'nobody can sign in',
      'Configure Facebook, WeChat, Google, Apple or another issuer (docs/providers.md), or try the product with SANDBOX=1.',
    ],
    [!canPay, 'Payment', 'nobody can buy coins', 'Configure a payment provider (docs/providers.md).'],
    [
      config.app.adRewardSecret === undefined,
      'Ads',
      'nobody gets coins for watching an ad',
      'Set AD_REWARD_SECRET to a long random text, the same for all processes.',
    ],
    [
      !config.operatorName,
      'Legal texts',
      'the legal texts name nobody who runs the product',
      'Set OPERATOR_NAME (docs/law.md).',
    ],
    [
      config.app.supportUrl === undefined,
      'Support',
      'users find no way to customer support',
      'Set SUPPORT_URL or OPERATOR_CONTACT.',
    ],
    [
      config.publicUrl === undefined,
      'Address',
      'the product takes its address from each request',
      'Set PUBLIC_URL to the origin at which users open the app.',
    ],
  ];
  return missing.filter(([isMissing]) => isMissing).map(([, part, says, todo]) => ({ part, says, todo }));
}
