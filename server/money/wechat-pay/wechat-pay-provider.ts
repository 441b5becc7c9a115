import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import Value from 'typebox/value';
import type { Database, DbAndClock } from '../../db/database.ts';
import type { Tx } from '../../db/schema.ts';
import type { ApiApp } from '../../http/api-app.ts';
import { ApiError, isRefusal } from '../../http/api-error.ts';
import { problemOf } from '../../http/limits/refuse-odd-values.ts';
import { closeParkedPayment, parkReturn } from '../parked-payments.ts';
import type { PaymentProvider, PaymentRouteParts } from '../payment-provider.ts';
import { returnMoney } from '../return-money.ts';
import { settlePayment } from '../settle-payment.ts';
import type { ShopWatch } from '../shop-watch.ts';
import { decrypt, Encrypted } from './decrypt.ts';
import { signedHeaders } from './is-signed.ts';
import { Refund, Refund as RefundType, readTrade } from './trade.ts';
import type { WechatPayAccount } from './wechat-pay-account.ts';
import { WechatPayClient, WechatPayRefusal } from './wechat-pay-client.ts';
import { WechatPayPayments, wechatPayPath } from './wechat-pay-payments.ts';

const hour = 60 * 60_000;

const day = 24 * hour;

/** Days of bills to read: refunds can take days to succeed, and a backend can be down for a while. */
const daysBack = 7;

const Bill = Type.Object({
  hash_type: Type.Literal('SHA1'),
  hash_value: Type.String(),
  download_url: Type.String({ maxLength: 2048 }),
});

/** Values by column. */
type BillLine = Record<string, string | undefined>;

const Notification = Type.Object({ event_type: Type.String(), resource: Encrypted });

export class WechatPayProvider extends WechatPayPayments implements PaymentProvider {
  #readBill = '';

  /** Rejects with a message for the operator if a file of the account is invalid. */
  static async open(
    account: WechatPayAccount,
    db: Database,
    clock: () => number,
    watch: ShopWatch,
  ): Promise<WechatPayProvider> {
    const client = await WechatPayClient.open(account, clock, (number, error) =>
      watch.passBy({ channel: 'wechat-pay', list: 'certificates' }, number, error),
    );
    return new WechatPayProvider({ account, client }, db, clock, watch);
  }

  /** Reads the refund bills once a day, in case notifications were lost. */
  async catchUp(parts: DbAndClock): Promise<void> {
    const days = billDays(parts.clock());
    const newest = days.at(-1)!;
    if (this.#readBill === newest) return;
    const list = {
      channel: this.name,
      list: 'refunds',
      numberOf: numberOfLine,
      take: (line: BillLine) =>
        takeRefund(this, parts, refundOfLine(line, this.account.merchantId), { isNew: false }),
    };
    const bills = days.map(date => readRefundBill(this.client, date));
    if (await this.watch.takeEach(list, ...bills)) this.#readBill = newest;
  }

  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return wechatPayNotifications(app, this, parts);
  }
}

/** After any response but 200 WeChat Pay sends a notification again, for a day. */
async function wechatPayNotifications(
  app: ApiApp,
  payments: WechatPayPayments,
  parts: PaymentRouteParts,
): Promise<void> {
  // The signature covers the raw bytes.
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
      // WeChat Pay sends probes with invalid signatures, which must be refused.
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

async function takePayment(payments: WechatPayPayments, parts: DbAndClock, content: unknown): Promise<void> {
  const trade = readTrade(content);
  const payment = await payments.paymentOf(trade);
  if (!payment) return;
  await settlePayment(parts, payment).catch(async (error: unknown) => {
    // A retry would fail too: the account is being deleted.
    if (!isRefusal(error)) throw error;
    await payments.park(trade, error.message);
  });
}

/** Days (Beijing) whose bills exist at `now` (milliseconds), oldest first. A bill is ready at 10:00 the next day. */
function billDays(now: number): string[] {
  const newest = now + 8 * hour - 10 * hour - day;
  return Array.from({ length: daysBack }, (_, index) =>
    new Date(newest - (daysBack - 1 - index) * day).toISOString().slice(0, 10),
  );
}

/** Refunds of our orders in a day's bill, and truncated lines; the merchant may sell other things too. */
async function* readRefundBill(client: WechatPayClient, date: string): AsyncGenerator<BillLine> {
  for (const line of linesOf(await download(client, date), date))
    if (line.商户订单号 === undefined || /^[0-9a-f]{24}$/.test(line.商户订单号)) yield line;
}

function numberOfLine({ 微信退款单号: refund, 商户订单号: order }: BillLine): string {
  return refund || `of the order ${order ?? 'without a number'}`;
}

/** Throws if the line is malformed. */
function refundOfLine(line: BillLine, mchid: string): Refund {
  const yuan = line.申请退款金额 || line.退款金额 || '';
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(yuan)) throw new Error(`"${yuan}" is not an amount.`);
  if (!line.微信退款单号 || !line.退款状态) throw new Error('The refund has no number or no state.');
  return Value.Parse(RefundType, {
    mchid,
    out_trade_no: line.商户订单号,
    refund_id: line.微信退款单号,
    ...(line.商户退款单号 && { out_refund_no: line.商户退款单号 }),
    refund_status: line.退款状态,
    amount: { refund: Math.round(Number(yuan) * 100), currency: line.货币种类 || 'CNY' },
  });
}

/** Empty if there were no refunds on that day. */
async function download(client: WechatPayClient, date: string): Promise<string> {
  let found: unknown;
  try {
    found = await client.request('GET', `/v3/bill/tradebill?bill_date=${date}&bill_type=REFUND`);
  } catch (error) {
    if (!(error instanceof WechatPayRefusal)) throw error;
    if (error.code === 'NO_STATEMENT_EXIST') return '';
    // Not ready yet: the next run reads it.
    if (error.code === 'STATEMENT_CREATING') throw new ApiError('overloaded', 'error.payment-unavailable');
    throw error;
  }
  const { hash_value, download_url } = Value.Parse(Bill, found);
  const { pathname, search } = new URL(download_url);
  const bill = await client.download(`${pathname}${search}`);
  if (createHash('sha1').update(bill).digest('hex') !== hash_value.toLowerCase())
    throw new Error(`The refund bill of ${date} does not have the hash that WeChat Pay signed.`);
  return bill.toString();
}

/** A bill has a header line, value lines that begin with a backtick, then the header of the sums. */
function* linesOf(bill: string, date: string): Generator<BillLine> {
  const [head = '', ...lines] = bill.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (bill === '') return;
  const columns = head.split(',').map(name => name.trim());
  const missing = ['商户订单号', '微信退款单号', '退款状态'].find(name => !columns.includes(name));
  if (missing) throw new Error(`The refund bill of ${date} has no column ${missing}.`);
  for (const line of lines) {
    if (!line.startsWith('`')) return;
    const values = line.slice(1).split(',`');
    yield Object.fromEntries(columns.map((name, index) => [name, values[index]?.trim()]));
  }
}

/**
 * Takes back the sum of all refunds of an order; safe to repeat and in any order. Failed and closed refunds count 0,
 * even if they had succeeded before. Fetches the refund's present state; if WeChat Pay does not say, uses the report,
 * unless a report that is not `isNew`, e.g. an older bill's, is not the first.
 */
async function takeRefund(
  payments: WechatPayPayments,
  parts: DbAndClock,
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
    // A payment that the operator closed by hand stays closed after a partial refund.
    if (isBack || amount === 0) await closeParkedPayment(parts.db, out_trade_no, isBack);
    return;
  }
  const order_id = payment!.orderId!;
  await parts.db.query
    .insertInto('wechat_refunds')
    .values({ refund_id, order_id, amount })
    .onConflict(conflict => conflict.column('refund_id').doUpdateSet({ amount }))
    .execute();
  const returned = async (tx: Tx) => {
    const { total } = await tx
      .selectFrom('wechat_refunds')
      .select(({ fn }) => fn.sum<string>('amount').as('total'))
      .where('order_id', '=', order_id)
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  await returnMoney(parts, { payment: payment!, amount: returned, reference: refund_id });
}

/** True if the refund was saved before, for an order or for a parked payment. */
async function isKnown({ db: { query } }: DbAndClock, refundId: string): Promise<boolean> {
  const refund = query
    .selectFrom('wechat_refunds')
    .select('refund_id as id')
    .where('refund_id', '=', refundId);
  const parked = query.selectFrom('parked_payments').select('receipt as id').where('receipt', '=', refundId);
  return (await refund.unionAll(parked).execute()).length > 0;
}
