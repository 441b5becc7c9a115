import type { Channel } from './contract/money.ts';
import type { Database } from './db/database.ts';
import { AppStoreProvider } from './money/app-store/app-store-provider.ts';
import { channelsOf } from './money/choose-provider.ts';
import { GooglePlayProvider } from './money/google-play/google-play-provider.ts';
import type { PaymentProvider } from './money/payment-provider.ts';
import { StripeProvider } from './money/stripe/stripe-provider.ts';
import { WechatPayProvider } from './money/wechat-pay/wechat-pay-provider.ts';
import { SandboxProvider } from './sandbox/sandbox-provider.ts';
import type { Config } from './settings/config.ts';

/** Who sells, and to whom. */
export interface Shop {
  /** Empty when nothing can be bought. */
  payments: PaymentProvider[];
  /** Null where the sandbox sells, to every host. */
  payChannels: Channel[] | null;
}

/** What the providers need; `onProblem` gets what an operator has to look at. */
interface PaymentParts {
  db: Database;
  clock: () => number;
  onProblem: (problem: string) => void;
}

/**
 * Opens the payment providers, the sandbox only without another, and `more` after them; where nobody says through which
 * channel, the first sells.
 */
export async function openPayments(
  { stripe, appStore, googlePlay, wechatPay, sandbox }: Config,
  { db, clock, onProblem }: PaymentParts,
  more: PaymentProvider[] = [],
): Promise<Shop> {
  const opened = await Promise.all([
    stripe && new StripeProvider(stripe, db, clock, onProblem),
    appStore && AppStoreProvider.open(appStore, db, clock, onProblem),
    googlePlay && GooglePlayProvider.open(googlePlay, db, clock, onProblem),
    wechatPay && WechatPayProvider.open(wechatPay, db, clock, onProblem),
  ]);
  const real = opened.filter(one => one !== null);
  if (sandbox && real.length === 0) {
    return { payments: [new SandboxProvider(db, clock), ...more], payChannels: null };
  }
  const payments = [...real, ...more];
  return { payments, payChannels: channelsOf(payments) };
}
