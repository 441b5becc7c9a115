import type { FastifyBaseLogger } from 'fastify';
import { type Feature, featuresWith } from './contract/features.ts';
import type { Operator } from './contract/operator.ts';
import type { Database } from './db/database.ts';
import { describeOperator } from './describe-operator.ts';
import type { PaymentProvider } from './money/payment-provider.ts';
import type { ShopWatch } from './money/shop-watch.ts';
import { type Logins, openLogins } from './open-logins.ts';
import { openPayments, type Shop } from './open-payments.ts';
import type { Config } from './settings/config.ts';

/** What a user deals with besides this backend, and what it says of itself. */
export interface Providers extends Shop, Logins {
  features: Feature[];
  /** Who runs the product, and what the settings mean for a user's data. */
  operator: Operator;
}

/** Opens the services for sign-in and payment; `more` are those that a test adds. */
export async function openProviders(
  config: Config,
  { db, clock, log, shopWatch, more = [] }: ProviderParts,
): Promise<Providers> {
  const onProblem = (problem: Error | string) => log.error(problem);
  const logins = openLogins(config, clock, onProblem, reason => log.info(reason));
  const shop = await openPayments(config, { db, clock, shopWatch }, more);
  const canTryOn = config.templatePreviews && config.remoteGenerator === null;
  const features = featuresWith({
    'template-preview': canTryOn,
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

interface ProviderParts {
  db: Database;
  clock: () => number;
  log: FastifyBaseLogger;
  shopWatch: ShopWatch;
  more?: PaymentProvider[] | undefined;
}
