import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import type { Schema } from '../../db/schema.ts';
import type { ApiApp } from '../../http/api-app.ts';
import { ApiError, isRefusal } from '../../http/api-error.ts';
import { problemOf } from '../../http/refuse-odd-values.ts';
import { closeParkedPayment } from '../parked-payments.ts';
import type { PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import { returnMoney } from '../return-money.ts';
import { settlePayment } from '../settle-payment.ts';
import { decrypt, Encrypted } from './decrypt.ts';
import { signedHeaders } from './is-signed.ts';
import { readTrade } from './trade.ts';
import { type WechatPayPayments, wechatPayPath } from './wechat-pay-payments.ts';

const Notification = Type.Object({ event_type: Type.String(), resource: Encrypted });

/** A refund, as far as it is looked at; the amount in fen. */
const Refund = Type.Object({
  mchid: Type.String(),
  out_trade_no: Type.String(),
  refund_id: Type.String(),
  refund_status: Type.String(),
  amount: Type.Object({ refund: Type.Integer() }),
});

/** Takes WeChat Pay's notifications. After any response but 200 it sends them again, for a day. */
export async function wechatPayNotifications(
  app: ApiApp,
  payments: WechatPayPayments,
  parts: PaymentRouteParts,
): Promise<void> {
  // The signature covers the bytes as they came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  );

  app.post(wechatPayPath, async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const headers = signedHeaders(name => String(request.headers[name] ?? ''));
    if (!(await payments.client.isFromWechat(headers, body))) {
      // WeChat Pay sends probes with wrong signatures, which must be refused.
      if (!headers.signature.startsWith('WECHATPAY/SIGNTEST/')) {
        const reason = `A notification of WeChat Pay is not signed with a known key: ${headers.serial}. Compare WECHAT_PAY_PUBLIC_KEY_ID.`;
        request.log.warn(reason);
        payments.watch.countUnverified(payments.name);
      }
      return reply.code(401).send({ code: 'FAIL', message: 'not signed' });
    }
    let content: unknown;
    let type: string;
    try {
      const { event_type, resource } = Value.Parse(Notification, JSON.parse(body));
      type = event_type;
      content = JSON.parse(decrypt(resource, payments.account.apiV3Key));
      if (problemOf(content)) throw new Error('A notification holds letters that cannot be stored.');
      if (type.startsWith('REFUND.')) await takeRefund(payments, parts, Value.Parse(Refund, content));
      if (type === 'TRANSACTION.SUCCESS') await takePayment(payments, parts, content);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      request.log.error(error);
      return reply.code(400).send({ code: 'FAIL', message: 'malformed' });
    }
    return { code: 'SUCCESS' };
  });
}

async function takePayment(payments: WechatPayPayments, parts: SettleParts, content: unknown): Promise<void> {
  const trade = readTrade(content);
  const payment = await payments.paymentOf(trade);
  if (!payment) return;
  await settlePayment(parts, payment).catch(async (error: unknown) => {
    // Sending it again would change nothing: its account was deleted at this moment.
    if (!isRefusal(error)) throw error;
    await payments.park(trade, error.message);
  });
}

/** Takes back what all refunds of an order together returned; one that failed or was closed returned nothing. */
async function takeRefund(
  payments: WechatPayPayments,
  parts: SettleParts,
  { mchid, out_trade_no, refund_id, refund_status, amount }: Static<typeof Refund>,
): Promise<void> {
  if (mchid !== payments.account.merchantId || refund_status !== 'SUCCESS') return;
  const payment = await payments.confirm(out_trade_no);
  if (!payment) return closeParkedPayment(parts.db, out_trade_no);
  await parts.db.query
    .insertInto('wechat_refunds')
    .values({ refund_id, order_id: out_trade_no, amount: amount.refund })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  const returned = async (tx: Transaction<Schema>) => {
    const { total } = await tx
      .selectFrom('wechat_refunds')
      .select(({ fn }) => fn.sum<string>('amount').as('total'))
      .where('order_id', '=', out_trade_no)
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  await returnMoney(parts, { payment, amount: returned, reference: refund_id });
}
