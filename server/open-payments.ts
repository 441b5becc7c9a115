import type { Channel } from './contract/money.ts';
import type { Database } from './db/database.ts';
import { channelsOf } from './money/choose-provider.ts';
import type { PaymentProvider } from './money/payment-provider.ts';
import type { ShopWatch } from './money/shop-watch.ts';
import { SandboxProvider } from './sandbox/sandbox-provider.ts';
import type { Config } from './settings/config.ts';

/** Who sells, and to whom. */
export interface Shop {
  /** Empty when nothing can be bought. */
  payments: PaymentProvider[];
  /** Null where the sandbox sells, to every host. */
  payChannels: Channel[] | null;
}

/** What the providers need. */
interface PaymentParts {
  db: Database;
  clock: () => number;
  shopWatch: ShopWatch;
}

/**
 * Opens the payment providers, the sandbox only without another, and `more` after them; where nobody says through which
 * channel, the first sells.
 */
export async function openPayments(
  { stripe, appStore, googlePlay, wechatPay, sandbox }: Config,
  { db, clock, shopWatch }: PaymentParts,
  more: PaymentProvider[] = [],
): Promise<Shop> {
  // Each is loaded only where it sells: the libraries of all take long at each start.
  const opened = await Promise.all([
    stripe &&
      import('./money/stripe/stripe-provider.ts').then(
        ({ StripeProvider }) => new StripeProvider(stripe, db, clock, shopWatch),
      ),
    appStore &&
      import('./money/app-store/app-store-provider.ts').then(({ AppStoreProvider }) =>
        AppStoreProvider.open(appStore, db, clock, shopWatch),
      ),
    googlePlay &&
      import('./money/google-play/google-play-provider.ts').then(({ GooglePlayProvider }) =>
        GooglePlayProvider.open(googlePlay, db, clock, shopWatch),
      ),
    wechatPay &&
      import('./money/wechat-pay/wechat-pay-provider.ts').then(({ WechatPayProvider }) =>
        WechatPayProvider.open(wechatPay, db, clock, shopWatch),
      ),
  ]);
  const real = opened.filter(one => one !== null);
  if (sandbox && real.length === 0) {
    return { payments: [new SandboxProvider(db, clock), ...more], payChannels: null };
  }
  const payments = [...real, ...more];
  return { payments, payChannels: channelsOf(payments) };
}
