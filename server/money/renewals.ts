import type { User } from '../contract/account.ts';
import type { DbAndClock } from '../db/database.ts';
import type { PaymentProvider, ShopWatch } from './payment-provider.ts';
import { currencyDigits } from './recharge-configs.ts';

type NextRenewal = NonNullable<User['renewal']>;

/**
 * Users learn of a renewal this long (ms) before it. A day more than the five that China's rules ask for, so that the
 * notice is in time even if a store or this server is down for hours.
 */
const noticeTime = 6 * 24 * 60 * 60_000;

/** Renewals of one run; the next run takes the others. */
const mostRenewals = 500;

interface RenewalParts extends DbAndClock {
  payments: PaymentProvider[];
  shopWatch: ShopWatch;
}

/** Asks the stores which subscriptions they will renew soon, and for how much. Plans that were cancelled count as not renewed. */
export async function noteRenewals({ db, clock, payments, shopWatch }: RenewalParts): Promise<void> {
  const now = clock();
  for (const provider of payments) {
    if (!provider.renewalOf) continue;
    const soon = await db.query
      .selectFrom('store_subscriptions')
      .select(['provider', 'subscription_id', 'receipt'])
      .where('provider', '=', provider.name)
      .where('until', '>', new Date(now))
      .where('until', '<=', new Date(now + noticeTime))
      .orderBy('until')
      .limit(mostRenewals)
      .execute();
    const list = {
      channel: provider.name,
      list: 'renewals',
      numberOf: ({ receipt }: (typeof soon)[number]) => receipt,
      take: async (found: (typeof soon)[number]) => {
        const renewal = (await provider.renewalOf?.(found)) ?? null;
        await db.query
          .updateTable('store_subscriptions')
          .set({
            renews: renewal && found.receipt,
            renewal_amount: renewal?.price?.amount ?? null,
            renewal_currency: renewal?.price?.currency ?? null,
          })
          .where('provider', '=', found.provider)
          .where('subscription_id', '=', found.subscription_id)
          .where('receipt', '=', found.receipt)
          .execute();
      },
    };
    await shopWatch.takeEach(list, soon);
  }
}

/** The user's next renewal; null if none is near. */
export async function nextRenewal({ db, clock }: DbAndClock, userId: string): Promise<NextRenewal | null> {
  const now = clock();
  const found = await db.query
    .selectFrom('store_subscriptions')
    .select(['until', 'renewal_amount', 'renewal_currency'])
    .where('user_id', '=', userId)
    // A later payment has another receipt, so the notice ends with the period that it is about.
    .whereRef('renews', '=', 'receipt')
    .where('until', '>', new Date(now))
    .where('until', '<=', new Date(now + noticeTime))
    .orderBy('until')
    .executeTakeFirst();
  if (!found) return null;
  const { until, renewal_amount: amount, renewal_currency: currency } = found;
  return {
    time: Math.floor(until.getTime() / 1000),
    ...(amount !== null && currency && { price: amount / 10 ** currencyDigits(currency), currency }),
  };
}
