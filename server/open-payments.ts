import type { Database } from './db/database.ts';
import type { PaymentProvider } from './money/payment-provider.ts';
import { StripePayments } from './money/stripe/stripe-payments.ts';
import { SandboxPayments } from './sandbox/sandbox-payments.ts';
import type { Config } from './settings/config.ts';

/** Opens the payment provider; null when nothing can be bought. */
export function openPayments(
  { stripe, sandbox }: Config,
  db: Database,
  clock: () => number,
  onProblem: (problem: string) => void,
): PaymentProvider | null {
  if (stripe) return new StripePayments(stripe, db, clock, onProblem);
  return sandbox ? new SandboxPayments(db, clock) : null;
}
