import type { Database } from './db/database.ts';
import type { PaymentProvider } from './money/payment-provider.ts';
import { StripeProvider } from './money/stripe/stripe-provider.ts';
import { SandboxProvider } from './sandbox/sandbox-provider.ts';
import type { Config } from './settings/config.ts';

/** Opens the payment providers, the sandbox only without another; where nobody says through which channel, the first sells. */
export function openPayments(
  { stripe, sandbox }: Config,
  db: Database,
  clock: () => number,
  onProblem: (problem: string) => void,
): PaymentProvider[] {
  const real = [stripe && new StripeProvider(stripe, db, clock, onProblem)].filter(one => one !== null);
  return real.length > 0 || !sandbox ? real : [new SandboxProvider(db, clock)];
}
