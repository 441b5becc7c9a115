import type { Transaction } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { closeParkedPayment, parkReturn } from '../parked-payments.ts';
import type { SettleParts } from '../payment-provider.ts';
import { returnMoney } from '../return-money.ts';
import type { Refund } from './trade.ts';
import type { WechatPayPayments } from './wechat-pay-payments.ts';

/**
 * Takes back what all refunds of an order together returned, however often and in which order they are reported; a refund that
 * failed or was closed returned nothing, also if it had succeeded before. WeChat Pay is asked for the present state. If it does
 * not tell, the report counts; a report that is not `isNew`, such as the bill of an earlier day, only if it is the first one.
 */
export async function takeRefund(
  payments: WechatPayPayments,
  parts: SettleParts,
  reported: Refund,
  { isNew }: { isNew: boolean },
): Promise<void> {
  const { refund_id, out_trade_no } = reported;
  if (reported.mchid !== payments.account.merchantId) return;
  const isNoted = await isKnown(parts, refund_id);
  const refund = (await payments.findRefund(reported)) ?? (isNew || !isNoted ? reported : null);
  const amount = refund?.refund_status === 'SUCCESS' ? refund.amount.refund : 0;
  if (!refund || (amount === 0 && !isNoted)) return;

  const currency = refund.amount.currency ?? 'CNY';
  const payment = await payments.confirm(out_trade_no);
  const parked = await parts.db.query
    .selectFrom('parked_payments')
    .select(['amount', 'currency'])
    .where('receipt', '=', out_trade_no)
    .where('credited', '=', false)
    .executeTakeFirst();
  if (!payment && !parked) return;
  if (currency.toLowerCase() !== (parked?.currency ?? 'cny')) {
    const problem = 'it went back in another currency than it was paid in';
    const foreign = { out_trade_no, amount: { total: amount, currency } };
    return amount === 0
      ? closeParkedPayment(parts.db, refund_id)
      : payments.park(foreign, problem, refund_id);
  }
  if (parked) {
    const returned = { provider: payments.name, receipt: refund_id, orderId: out_trade_no, amount, currency };
    const isBack = (await parkReturn(parts.db, returned, parts.clock())) >= parked.amount;
    // One that the operator closed by hand stays closed after a refund of a part.
    if (isBack || amount === 0) await closeParkedPayment(parts.db, out_trade_no, isBack);
    return;
  }
  const order_id = payment!.orderId!;
  await parts.db.query
    .insertInto('wechat_refunds')
    .values({ refund_id, order_id, amount })
    .onConflict(conflict => conflict.column('refund_id').doUpdateSet({ amount }))
    .execute();
  const returned = async (tx: Transaction<Schema>) => {
    const { total } = await tx
      .selectFrom('wechat_refunds')
      .select(({ fn }) => fn.sum<string>('amount').as('total'))
      .where('order_id', '=', order_id)
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  await returnMoney(parts, { payment: payment!, amount: returned, reference: refund_id });
}

/** Whether a refund was noted before: as one of an order, or as one of a parked payment. */
async function isKnown({ db: { query } }: SettleParts, refundId: string): Promise<boolean> {
  const refund = query
    .selectFrom('wechat_refunds')
    .select('refund_id as id')
    .where('refund_id', '=', refundId);
  const parked = query.selectFrom('parked_payments').select('receipt as id').where('receipt', '=', refundId);
  return (await refund.unionAll(parked).execute()).length > 0;
}
