import { Type } from 'typebox';
import Value from 'typebox/value';
import type { DbAndClock } from '../../db/database.ts';
import type { Stored, Tx } from '../../db/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { problemOf } from '../../http/limits/limit-callers.ts';
import type { ApiApp } from '../../http/serve-call.ts';
import type { Language } from '../../languages/languages.ts';
import { orderLife } from '../orders.ts';
import {
  closeParkedPayment,
  keepBodies,
  type Payment,
  type PaymentProvider,
  type PaymentRouteParts,
  parkReturn,
  type ShopParts,
  type Standing,
  WatchedProvider,
} from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { returnMoney, settleOrPark } from '../settle-payment.ts';
import { type BillLine, billDays, numberOfLine, readRefundBill, refundOfLine } from './refund-bills.ts';
import {
  decrypt,
  Encrypted,
  kindOf,
  Refund,
  readTrade,
  signedHeaders,
  type Trade,
  type WechatPayAccount,
  WechatPayClient,
  WechatPayRefusal,
} from './wechat-pay-client.ts';

/** A fetched refund. Its status field has another name than in notifications. */
const FoundRefund = Type.Object({ status: Type.String(), amount: Refund.properties.amount });

const wechatPayPath = '/notify/wechat-pay';

/** Payments in WeChat's browser (JSAPI). The order id is also the trade number and the receipt. */
export class WechatPayProvider extends WatchedProvider implements PaymentProvider {
  #readBill = '';
  readonly name = 'wechat-pay';
  readonly channel = 'wechat';
  readonly account: WechatPayAccount;
  readonly client: WechatPayClient;

  constructor(wechat: { account: WechatPayAccount; client: WechatPayClient }, parts: ShopParts) {
    super(parts);
    this.account = wechat.account;
    this.client = wechat.client;
  }

  async begin(
    order: Stored<'orders'>,
    _returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: null }> {
    const payer = await this.db.query
      .selectFrom('wechat_payers')
      .select('openid')
      .where('user_id', '=', order.user_id)
      .executeTakeFirst();
    // WeChat needs the payer's openid, which we know only if the user has signed in within WeChat.
    if (!payer) throw new ApiError('notFound', 'error.no-payment');
    const { appId, merchantId, notifyOrigin } = this.account;
    const ends = new Date(order.create_time.getTime() + orderLife);
    const begun = await this.watch.reach(
      'WeChat Pay',
      this.client.request('POST', '/v3/pay/transactions/jsapi', {
        appid: appId,
        mchid: merchantId,
        description: rechargeConfigs.find(({ id }) => id === order.config_id)?.receipt[language] ?? '',
        out_trade_no: order.order_id,
        time_expire: ends.toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: `${notifyOrigin}${wechatPayPath}`,
        amount: { total: order.amount, currency: 'CNY' },
        payer: { openid: payer.openid },
      }),
    );
    const { prepay_id } = Value.Parse(Type.Object({ prepay_id: Type.String() }), begun);
    return { payment: JSON.stringify(this.client.paymentOf(prepay_id)), payPage: null };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    if (!/^[0-9a-f]{24}$/.test(receipt)) return null;
    const order = await this.db.query
      .selectFrom('orders')
      .select('order_id')
      .where(where => where.or([where('order_id', '=', receipt), where('receipt', '=', receipt)]))
      .where('provider', '=', this.name)
      .executeTakeFirst();
    const trade = order && (await this.#find(receipt));
    return trade ? this.paymentOf(trade) : null;
  }

  async look(orderId: string): Promise<Standing> {
    const trade = await this.#find(orderId);
    const kind = trade ? kindOf(trade) : 'open';
    if (kind !== 'paid') return kind === 'open' ? { kind, payPage: null } : { kind };
    const payment = await this.paymentOf(trade!);
    return payment ? { kind, payment } : { kind: 'over' };
  }

  override async removeUser(tx: Tx, userId: string): Promise<() => void> {
    const open = await tx
      .selectFrom('orders')
      .select('order_id')
      .where('user_id', '=', userId)
      .where('provider', '=', this.name)
      .where('status', '=', 'pending')
      .execute();
    return () => {
      for (const { order_id } of open) {
        const path = `/v3/pay/transactions/out-trade-no/${order_id}/close`;
        // If this fails, the order expires within a day. A payment made before then is parked.
        this.client.request('POST', path, { mchid: this.account.merchantId }).catch((error: unknown) => {
          this.watch.report(`The order ${order_id} of a deleted account could not be closed: ${error}`);
        });
      }
    };
  }

  /** Null if the trade is unpaid, or if its payment cannot be credited and is therefore parked. */
  async paymentOf(trade: Trade): Promise<Payment | null> {
    const { appId, merchantId } = this.account;
    const isOurs = trade.appid === appId && trade.mchid === merchantId;
    if (!isOurs || kindOf(trade) !== 'paid') return null;
    const order = await this.findOrder(trade.out_trade_no, trade.out_trade_no);
    const { total, currency = 'CNY', payer_currency = 'CNY' } = trade.amount ?? {};
    const foreign = [currency, payer_currency].find(one => one !== 'CNY');
    if (order && foreign === undefined && total === order.amount) {
      const { order_id, product_id: productId } = order;
      return { provider: this.name, receipt: trade.out_trade_no, orderId: order_id, productId };
    }
    const problem = foreign
      ? `it was paid in another currency: ${foreign}`
      : 'another amount than that of the order';
    await this.park(trade, order ? problem : 'the order is gone');
    return null;
  }

  /** Parks a payment that cannot be credited, or a refund in another currency (`receipt` is the refund's id). */
  async park(
    { out_trade_no, amount }: Pick<Trade, 'out_trade_no' | 'amount'>,
    problem: string,
    receipt = out_trade_no,
  ): Promise<void> {
    const currency = (amount?.currency ?? 'CNY').toLowerCase();
    await this.savePark(
      { receipt, orderId: out_trade_no, amount: amount?.total ?? 0, currency, problem },
      `The payment ${receipt} of the order ${out_trade_no} at WeChat Pay`,
    );
  }

  /** Fetches a refund's current state; null if WeChat Pay does not return it, e.g. for lack of permission. */
  async findRefund(reported: Refund): Promise<Refund | null> {
    const { out_refund_no } = reported;
    if (!out_refund_no) return null;
    const path = `/v3/refund/domestic/refunds/${encodeURIComponent(out_refund_no)}`;
    const asking = this.client.request('GET', path).then(
      found => {
        const { status, amount } = Value.Parse(FoundRefund, found);
        return { ...reported, refund_status: status, amount };
      },
      (error: unknown) => {
        const isRefused = error instanceof WechatPayRefusal && error.status < 500 && error.status !== 429;
        if (isRefused) return null;
        throw error;
      },
    );
    return this.watch.reach('WeChat Pay', asking);
  }

  async #find(orderId: string): Promise<Trade | null> {
    const path = `/v3/pay/transactions/out-trade-no/${orderId}?mchid=${this.account.merchantId}`;
    return this.watch.reach(
      'WeChat Pay',
      this.client.request('GET', path).then(readTrade, (error: unknown) => {
        if (error instanceof WechatPayRefusal && error.status === 404) return null;
        throw error;
      }),
    );
  }

  /** Rejects with a message for the operator if one of the account's files is invalid. */
  static async open(account: WechatPayAccount, parts: ShopParts): Promise<WechatPayProvider> {
    const client = await WechatPayClient.open(account, parts.clock, (number, error) =>
      parts.watch.passBy({ channel: 'wechat-pay', list: 'certificates' }, number, error),
    );
    return new WechatPayProvider({ account, client }, parts);
  }

  /** Reads the refund bills once a day, because notifications can get lost. */
  async catchUp(parts: DbAndClock): Promise<void> {
    const days = billDays(parts.clock());
    const newest = days.at(-1)!;
    if (this.#readBill === newest) return;
    const list = {
      channel: this.name,
      list: 'refunds',
      numberOf: numberOfLine,
      take: (line: BillLine) =>
        this.#takeRefund(parts, refundOfLine(line, this.account.merchantId), { isNew: false }),
    };
    const bills = days.map(date => readRefundBill(this.client, date));
    if (await this.watch.takeEach(list, ...bills)) this.#readBill = newest;
  }

  /** WeChat Pay repeats a notification for a day until the response is 200. */
  async routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    keepBodies(app);
    app.post(wechatPayPath, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
      const headers = signedHeaders(name => String(request.headers[name] ?? ''));
      if (!(await this.client.isFromWechat(headers, body))) {
        // Do not log WeChat Pay's own tests: it sends invalid signatures to check that we refuse them.
        if (!headers.signature.startsWith('WECHATPAY/SIGNTEST/')) {
          const reason = `A notification of WeChat Pay is not signed with a known key: ${headers.serial}. Compare WECHAT_PAY_PUBLIC_KEY_ID.`;
          request.log.warn(reason);
          this.watch.countUnverified(this.name);
        }
        return reply.code(401).send({ code: 'FAIL', message: 'not signed' });
      }
      try {
        const { event_type: type, resource } = Value.Parse(Notification, JSON.parse(body));
        const content: unknown = JSON.parse(decrypt(resource, this.account.apiV3Key));
        if (problemOf(content)) throw new Error('A notification holds letters that cannot be stored.');
        if (type.startsWith('REFUND.'))
          await this.#takeRefund(parts, Value.Parse(Refund, content), { isNew: true });
        if (type === 'TRANSACTION.SUCCESS') await this.#takePayment(parts, readTrade(content));
      } catch (error) {
        if (error instanceof ApiError) throw error;
        request.log.error(error);
        return reply.code(400).send({ code: 'FAIL', message: 'malformed' });
      }
      return { code: 'SUCCESS' };
    });
  }

  async #takePayment(parts: DbAndClock, trade: Trade): Promise<void> {
    const payment = await this.paymentOf(trade);
    if (payment) await settleOrPark(parts, payment, problem => this.park(trade, problem));
  }

  /**
   * Takes back the total of an order's refunds. Safe to repeat and in any order. A refund that failed or was closed
   * counts as 0, even if it had succeeded before. Fetches the refund's current state. If WeChat Pay does not return it,
   * uses the reported state, but ignores an old report (`isNew` is false) about a refund that we already know.
   */
  async #takeRefund(parts: DbAndClock, reported: Refund, { isNew }: { isNew: boolean }): Promise<void> {
    const { refund_id, out_trade_no } = reported;
    if (reported.mchid !== this.account.merchantId) return;
    const isNoted = await isKnown(parts, refund_id);
    const refund = (await this.findRefund(reported)) ?? (isNew || !isNoted ? reported : null);
    const amount = refund?.refund_status === 'SUCCESS' ? refund.amount.refund : 0;
    if (!refund || (amount === 0 && !isNoted)) return;

    const currency = refund.amount.currency ?? 'CNY';
    const payment = await this.confirm(out_trade_no);
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
      return amount === 0 ? closeParkedPayment(parts.db, refund_id) : this.park(foreign, problem, refund_id);
    }
    if (parked) {
      const returned = { provider: this.name, receipt: refund_id, orderId: out_trade_no, amount, currency };
      const isBack = (await parkReturn(parts.db, returned, parts.clock())) >= parked.amount;
      // If the operator marked the payment as refunded, a partial refund does not change that.
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
}

const Notification = Type.Object({ event_type: Type.String(), resource: Encrypted });

/** True if the refund is already saved, for an order or for a parked payment. */
async function isKnown({ db: { query } }: DbAndClock, refundId: string): Promise<boolean> {
  const refund = query
    .selectFrom('wechat_refunds')
    .select('refund_id as id')
    .where('refund_id', '=', refundId);
  const parked = query.selectFrom('parked_payments').select('receipt as id').where('receipt', '=', refundId);
  return (await refund.unionAll(parked).execute()).length > 0;
}
