import { sql } from 'kysely';
import { Type } from 'typebox';
import Value from 'typebox/value';
import type { Channel } from '../../contract/money.ts';
import type { Database } from '../../db/database.ts';
import type { Stored, Tx } from '../../db/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Language } from '../../languages/languages.ts';
import { orderLife } from '../order-life.ts';
import { parkPayment } from '../parked-payments.ts';
import type { Payment, PaymentProvider, Standing } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import type { ShopWatch } from '../shop-watch.ts';
import { kindOf, Refund, readTrade, type Trade } from './trade.ts';
import type { WechatPayAccount } from './wechat-pay-account.ts';
import { type WechatPayClient, WechatPayRefusal } from './wechat-pay-client.ts';

/** In responses the status has another name than in notifications. */
const FoundRefund = Type.Object({ status: Type.String(), amount: Refund.properties.amount });

export const wechatPayPath = '/notify/wechat-pay';

/** Payments inside WeChat (JSAPI); the order's id is also the trade number and the receipt. */
export class WechatPayPayments implements Omit<PaymentProvider, 'routes'> {
  readonly name = 'wechat-pay';
  readonly account: WechatPayAccount;
  readonly client: WechatPayClient;
  readonly #db: Database;
  readonly #clock: () => number;
  readonly watch: ShopWatch;

  constructor(
    wechat: { account: WechatPayAccount; client: WechatPayClient },
    db: Database,
    clock: () => number,
    watch: ShopWatch,
  ) {
    this.account = wechat.account;
    this.client = wechat.client;
    this.#db = db;
    this.#clock = clock;
    this.watch = watch;
  }

  sells(_product: unknown, channel: Channel): boolean {
    return channel === 'wechat';
  }

  async begin(
    order: Stored<'orders'>,
    _returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: null }> {
    const payer = await this.#db.query
      .selectFrom('wechat_payers')
      .select('openid')
      .where('user_id', '=', order.user_id)
      .executeTakeFirst();
    // WeChat needs the payer's openid: users who signed in elsewhere must sign in once in WeChat.
    if (!payer) throw new ApiError('notFound', 'error.no-payment');
    const { appId, merchantId, notifyOrigin } = this.account;
    const ends = new Date(order.create_time.getTime() + orderLife);
    const begun = await this.watch.reach(
      'WeChat Pay',
      this.client.request('POST', '/v3/pay/transactions/jsapi', {
        appid: appId,
        mchid: merchantId,
        description: rechargeConfigs.find(({ id }) => id === order.config_id)?.title[language] ?? '',
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
    const order = await this.#db.query
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

  /** Unpaid orders are also closed at WeChat Pay. */
  async removeUser(tx: Tx, userId: string): Promise<() => void> {
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
        // If this fails, the order expires within a day; a payment until then is parked.
        this.client.request('POST', path, { mchid: this.account.merchantId }).catch((error: unknown) => {
          this.watch.report(`The order ${order_id} of a deleted account could not be closed: ${error}`);
        });
      }
    };
  }

  /** Null if the trade is unpaid, or cannot be credited; then it is parked. */
  async paymentOf(trade: Trade): Promise<Payment | null> {
    const { appId, merchantId } = this.account;
    const isOurs = trade.appid === appId && trade.mchid === merchantId;
    if (!isOurs || kindOf(trade) !== 'paid') return null;
    const order = await this.#db.query
      .selectFrom('orders')
      .select(['order_id', 'amount', 'product_id'])
      // Found by its receipt if the operator credited it to another order.
      .where(where =>
        where.or([where('order_id', '=', trade.out_trade_no), where('receipt', '=', trade.out_trade_no)]),
      )
      .orderBy(sql`receipt IS NOT DISTINCT FROM ${trade.out_trade_no}`, 'desc')
      .executeTakeFirst();
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

  /** Saves a payment that cannot be credited, or a refund (`receipt` is its id) that cannot be counted. */
  async park(
    { out_trade_no, amount }: Pick<Trade, 'out_trade_no' | 'amount'>,
    problem: string,
    receipt = out_trade_no,
  ): Promise<void> {
    const payment = {
      provider: this.name,
      receipt,
      orderId: out_trade_no,
      amount: amount?.total ?? 0,
      currency: (amount?.currency ?? 'CNY').toLowerCase(),
      problem,
    };
    if (!(await parkPayment(this.#db, payment, this.#clock()))) return;
    this.watch.report(
      `The payment ${receipt} of the order ${out_trade_no} at WeChat Pay is parked: ${problem}.`,
    );
  }

  /** The refund's present state; null if WeChat Pay does not say, e.g. without the permission. */
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

  /** Null if WeChat Pay does not know the order. */
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
}
