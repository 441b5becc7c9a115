import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import Value from 'typebox/value';
import type { ApiApp } from '../../http/api-app.ts';
import { ApiError, isRefusal } from '../../http/api-error.ts';
import { problemOf } from '../../http/limits/refuse-odd-values.ts';
import type { PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import { settlePayment } from '../settle-payment.ts';
import { decrypt, Encrypted } from './decrypt.ts';
import { signedHeaders } from './is-signed.ts';
import { takeRefund } from './take-refund.ts';
import { Refund, readTrade } from './trade.ts';
import { type WechatPayPayments, wechatPayPath } from './wechat-pay-payments.ts';

const Notification = Type.Object({ event_type: Type.String(), resource: Encrypted });

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
      if (type.startsWith('REFUND.'))
        await takeRefund(payments, parts, Value.Parse(Refund, content), { isNew: true });
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
