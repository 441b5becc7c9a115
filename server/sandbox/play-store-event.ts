import type { Updateable } from 'kysely';
import { type Static, Type } from 'typebox';
import type { DbAndClock } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { SandboxPaymentsTable } from '../db/provider-tables.ts';
import type { Stored } from '../db/schema.ts';
import { isRefusal, notFound } from '../http/api-error.ts';
import { moveSubscriptionEnd } from '../money/move-subscription-end.ts';
import { rechargeConfigs } from '../money/recharge-configs.ts';
import { returnMoney } from '../money/return-money.ts';
import { settlePayment } from '../money/settle-payment.ts';
import type { SandboxPayments } from './sandbox-payments.ts';

const day = 24 * 60 * 60_000;
/**
 * Days for which Apple retries a failed payment.
 * https://developer.apple.com/help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions
 */
const graceDays = 16;

export const StoreEvent = Type.Object({
  receipt: Type.String({ minLength: 1, maxLength: 64 }),
  event: Type.Union([
    Type.Literal('renew'),
    Type.Literal('grace'),
    Type.Literal('end'),
    Type.Literal('refund'),
  ]),
});

type Row = Stored<'sandbox_payments'>;

/** Plays an event, notifies the product like a real store, and returns the receipt of the newest payment. */
export async function playStoreEvent(
  payments: SandboxPayments,
  parts: DbAndClock,
  { receipt, event }: Static<typeof StoreEvent>,
): Promise<string> {
  const bought = await parts.db.query
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('receipt', '=', receipt)
    .executeTakeFirstOrThrow(notFound);
  if (event === 'refund') {
    await refund(payments, parts, bought);
    return receipt;
  }
  const { subscription_id: subscriptionId } = bought;
  if (subscriptionId === null) throw notFound();
  const last = await parts.db.query
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('time', 'desc')
    .executeTakeFirstOrThrow(notFound);
  const paidUntil = Math.max(last.until?.getTime() ?? 0, parts.clock());
  if (event === 'renew') return renew(payments, parts, last, paidUntil);
  const until = new Date(event === 'end' ? parts.clock() : paidUntil + graceDays * day);
  if (event === 'end') await setOf(parts, last, { until });
  const period = {
    provider: payments.name,
    receipt: last.receipt,
    productId: last.product_id,
    subscriptionId,
  };
  await moveSubscriptionEnd(parts, period, until);
  return last.receipt;
}

async function renew(
  payments: SandboxPayments,
  parts: DbAndClock,
  last: Row,
  paidUntil: number,
): Promise<string> {
  const days = rechargeConfigs.find(({ productId }) => productId === last.product_id)?.days ?? 0;
  const until = new Date(paidUntil + days * day);
  const receipt = await payments.book({ ...last, receipt: newId(), until, returned: false });
  await tell(async () => {
    const payment = await payments.confirm(receipt);
    if (payment) await settlePayment(parts, payment);
  });
  return receipt;
}

async function refund(payments: SandboxPayments, parts: DbAndClock, bought: Row): Promise<void> {
  await setOf(parts, bought, { returned: true });
  const payment = await payments.paymentOf(bought);
  await tell(async () => {
    const reference = `refund ${bought.receipt}`;
    await returnMoney(parts, { payment, amount: Number.POSITIVE_INFINITY, reference });
  });
}

async function setOf(
  { db }: DbAndClock,
  { receipt }: Row,
  change: Updateable<SandboxPaymentsTable>,
): Promise<void> {
  await db.query.updateTable('sandbox_payments').set(change).where('receipt', '=', receipt).execute();
}

/** Ignores refusals: a store also reports purchases that no user has claimed, without effect. */
async function tell(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
