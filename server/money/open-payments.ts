import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { SandboxPayments } from '../sandbox/sandbox-payments.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { StripePayments } from './stripe/stripe-payments.ts';

/** Opens whoever takes the payments; null when nothing can be bought. */
export function openPayments(
  { stripe, sandbox }: Config,
  db: Database,
  clock: () => number,
  onProblem: (problem: string) => void,
): PaymentProvider | null {
  if (stripe) return new StripePayments(stripe, db, onProblem);
  return sandbox ? new SandboxPayments(db, clock) : null;
}
