import type { FastifyRequest } from 'fastify';
import type { Insertable, Updateable } from 'kysely';
import { type Static, Type } from 'typebox';
import { literals } from '../contract/call.ts';
import { ReturnUrl } from '../contract/money.ts';
import { type Database, type DbAndClock, newId } from '../db/database.ts';
import type { SandboxPaymentsTable } from '../db/provider-tables.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { isRefusal, notFound, wrongParameter } from '../http/api-error.ts';
import { checkReturn, originOf } from '../http/origin.ts';
import { escapeHtml } from '../http/render-html.ts';
import type { ApiApp } from '../http/serve-call.ts';
import {
  type Language,
  languageOf,
  type SentenceKey,
  type SentenceValues,
  sentenceIn,
} from '../languages/languages.ts';
import type {
  Payment,
  PaymentProvider,
  PaymentRouteParts,
  Renewal,
  Standing,
} from '../money/payment-provider.ts';
import { rechargeConfigs, yuan } from '../money/recharge-configs.ts';
import { usualReturn } from '../money/routes.ts';
import { moveSubscriptionEnd, ownedPayment, returnMoney, settlePayment } from '../money/settle-payment.ts';
import { pageHeaders, renderPage } from './routes.ts';

const day = 24 * 60 * 60 * 1000;

/** A payment provider without real money: an order is paid when the user presses Pay. */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox';
  readonly #db: Database;
  readonly #clock: () => number;

  constructor(db: Database, clock: () => number) {
    this.#db = db;
    this.#clock = clock;
  }

  sells(): boolean {
    return true;
  }

  async begin(
    { order_id }: Stored<'orders'>,
    returnUrl: string,
  ): Promise<{ payment: string; payPage: string }> {
    const query = new URLSearchParams({ order_id, return_url: returnUrl });
    return { payment: `sandbox:${order_id}`, payPage: `/sandbox/cashier?${query}` };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    const row = await this.#payments().where('receipt', '=', receipt).executeTakeFirst();
    return row && !row.returned ? this.paymentOf(row) : null;
  }

  async look(order_id: string): Promise<Standing> {
    const row = await this.#payments().where('order_id', '=', order_id).executeTakeFirst();
    if (row) return { kind: 'paid', payment: await this.paymentOf(row) };
    return { kind: 'open', payPage: `/sandbox/cashier?${new URLSearchParams({ order_id })}` };
  }

  async renewalOf({ receipt }: Pick<Stored<'store_subscriptions'>, 'receipt'>): Promise<Renewal | null> {
    const row = await this.#payments().where('receipt', '=', receipt).executeTakeFirst();
    if (!row || row.returned || row.is_shared) return null;
    const config = rechargeConfigs.find(({ productId }) => productId === row.product_id);
    return { price: config ? { amount: config.price, currency: 'CNY' } : null };
  }

  async removeUser(tx: Tx, userId: string): Promise<() => void> {
    const orders = tx.selectFrom('orders').where('user_id', '=', userId);
    await tx
      .deleteFrom('sandbox_payments')
      .where(where =>
        where.or([
          where('user_id', '=', userId),
          where('order_id', 'in', orders.select('order_id')),
          where(
            'receipt',
            'in',
            orders.select('receipt').where('receipt', 'is not', null).$castTo<{ receipt: string }>(),
          ),
        ]),
      )
      .execute();
    return () => {};
  }

  /** Throws 1003 if the order does not exist or belongs to another provider. */
  async findOrder(orderId: string): Promise<Stored<'orders'>> {
    return this.#db.query
      .selectFrom('orders')
      .selectAll()
      .where('order_id', '=', orderId)
      .where(where => where.or([where('provider', '=', this.name), where('provider', 'is', null)]))
      .executeTakeFirstOrThrow(notFound);
  }

  async pay(orderId: string): Promise<string> {
    const order = await this.findOrder(orderId);
    if (order.status === 'cancelled') throw wrongParameter('order_id', 'parameter.cancelled');
    const { product_id, user_id } = order;
    return this.book({ receipt: newId(), order_id: orderId, product_id, user_id });
  }

  /** Cancels an order. No effect if the order is paid. */
  async cancel(orderId: string): Promise<void> {
    await this.#db.query
      .updateTable('orders')
      .set({ status: 'cancelled' })
      .where('order_id', '=', orderId)
      .where('status', '=', 'pending')
      .where(where =>
        where.not(
          where.exists(
            where.selectFrom('sandbox_payments').select('receipt').where('order_id', '=', orderId),
          ),
        ),
      )
      .execute();
  }

  /** Sells a subscription as an app store does, and returns its receipt. */
  async subscribe(
    productId: string,
    { userId = null, isShared = false }: { userId?: string | null; isShared?: boolean } = {},
  ): Promise<string> {
    const config = rechargeConfigs.find(candidate => candidate.productId === productId);
    if (!config || config.vipLevel === 0) throw wrongParameter('product_id', 'parameter.no-subscription');
    const receipt = newId();
    const until = new Date(this.#clock() + config.days * day);
    const subscription = { subscription_id: receipt, until, is_shared: isShared };
    return this.book({ receipt, order_id: null, product_id: productId, user_id: userId, ...subscription });
  }

  async validReceipts(userId: string): Promise<string[]> {
    const payments = await this.#db.query
      .selectFrom('sandbox_payments as payment')
      .leftJoin('orders as bought', 'bought.receipt', 'payment.receipt')
      .select(['payment.receipt', 'payment.product_id', 'payment.time', 'payment.until'])
      .where('payment.returned', '=', false)
      .where(where => where.or([where('payment.user_id', '=', userId), where('bought.user_id', '=', userId)]))
      .orderBy('payment.time', 'desc')
      .execute();
    return payments.filter(payment => this.#stillRuns(payment)).map(({ receipt }) => receipt);
  }

  async paymentOf(row: Stored<'sandbox_payments'>): Promise<Payment> {
    const { receipt, order_id: orderId, product_id: productId, subscription_id: id, until, is_shared } = row;
    const payment = { provider: this.name, receipt, productId };
    if (id === null || until === null) return { ...payment, orderId };
    return ownedPayment(this.#db, { ...payment, subscription: { id, until, isShared: is_shared } }, null);
  }

  async book(payment: Omit<Insertable<SandboxPaymentsTable>, 'time'>): Promise<string> {
    const booked = await this.#db.query
      .insertInto('sandbox_payments')
      .values({ ...payment, time: new Date(this.#clock()) })
      // Changes nothing, but lets the statement return the existing row's receipt.
      .onConflict(conflict => conflict.column('order_id').doUpdateSet({ order_id: payment.order_id ?? null }))
      .returning('receipt')
      .executeTakeFirstOrThrow();
    return booked.receipt;
  }

  #payments() {
    return this.#db.query.selectFrom('sandbox_payments').selectAll();
  }

  #stillRuns({ product_id, time, until }: { product_id: string; time: Date; until: Date | null }): boolean {
    const config = rechargeConfigs.find(({ productId }) => productId === product_id);
    const end = until?.getTime() ?? time.getTime() + (config?.days ?? 0) * day;
    return end > this.#clock();
  }

  /**
   * Simulates an app store event and notifies our server like a real store. Returns the given receipt for a refund, else
   * that of the subscription's latest payment.
   */
  async #playStoreEvent(parts: DbAndClock, { receipt, event }: Static<typeof StoreEvent>): Promise<string> {
    const bought = await this.#payments().where('receipt', '=', receipt).executeTakeFirstOrThrow(notFound);
    if (event === 'refund') {
      await this.#refund(parts, bought);
      return receipt;
    }
    const { subscription_id: subscriptionId } = bought;
    if (subscriptionId === null) throw notFound();
    const last = await this.#payments()
      .where('subscription_id', '=', subscriptionId)
      .orderBy('time', 'desc')
      .executeTakeFirstOrThrow(notFound);
    const paidUntil = Math.max(last.until?.getTime() ?? 0, parts.clock());
    if (event === 'renew') return this.#renew(parts, last, paidUntil);
    const until = new Date(event === 'end' ? parts.clock() : paidUntil + graceDays * day);
    if (event === 'end') await this.#change(last, { until });
    const { product_id: productId } = last;
    await moveSubscriptionEnd(
      parts,
      { provider: this.name, receipt: last.receipt, productId, subscriptionId },
      until,
    );
    return last.receipt;
  }

  async #renew(parts: DbAndClock, last: Row, paidUntil: number): Promise<string> {
    const days = rechargeConfigs.find(({ productId }) => productId === last.product_id)?.days ?? 0;
    const until = new Date(paidUntil + days * day);
    const receipt = await this.book({ ...last, receipt: newId(), until, returned: false });
    await tell(async () => {
      const payment = await this.confirm(receipt);
      if (payment) await settlePayment(parts, payment);
    });
    return receipt;
  }

  async #refund(parts: DbAndClock, bought: Row): Promise<void> {
    await this.#change(bought, { returned: true });
    const payment = await this.paymentOf(bought);
    const reference = `refund ${bought.receipt}`;
    await tell(async () => {
      await returnMoney(parts, { payment, amount: Number.POSITIVE_INFINITY, reference });
    });
  }

  async #change({ receipt }: Row, change: Updateable<SandboxPaymentsTable>): Promise<void> {
    await this.#db.query.updateTable('sandbox_payments').set(change).where('receipt', '=', receipt).execute();
  }

  async routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    const { config } = parts;
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );

    app.get('/sandbox/cashier', { schema: { querystring: CashierQuery } }, async (request, reply) => {
      const order = await this.findOrder(request.query.order_id);
      const returnUrl = request.query.return_url ?? usualReturn(originOf(request), order.config_id);
      checkReturn('return_url', returnUrl, request, config);
      const html = renderCashier(order, returnUrl, languageOf(request.headers['accept-language']));
      return reply.headers(pageHeaders(html, config.corsOrigins)).send(html);
    });

    app.post('/sandbox/cashier', { schema: { body: CashierChoice } }, async (request, reply) => {
      const { order_id, return_url, choice } = request.body;
      checkReturn('return_url', return_url, request, config);

      const back = new URL(return_url);
      back.searchParams.set('order_id', order_id);
      if (choice === 'pay') {
        back.searchParams.set('receipt', await this.pay(order_id));
      } else {
        await this.cancel(order_id);
        back.searchParams.set('cancelled', '1');
      }
      return reply.redirect(back.href, 303);
    });

    app.post('/sandbox/pay', { schema: { body: Type.Object({ order_id: OrderId }) } }, async request => ({
      receipt: await this.pay(request.body.order_id),
    }));

    app.post(
      '/sandbox/subscribe',
      {
        schema: {
          body: Type.Object({
            product_id: Type.String({ maxLength: 64 }),
            user_id: Type.Optional(Type.String({ maxLength: 64 })),
            is_shared: Type.Optional(Type.Boolean()),
          }),
        },
      },
      async request => {
        const { product_id, user_id: userId, is_shared: isShared } = request.body;
        return {
          receipt: await this.subscribe(product_id, {
            ...(userId && { userId }),
            ...(isShared && { isShared }),
          }),
        };
      },
    );

    app.post('/sandbox/store', { schema: { body: StoreEvent } }, async request => ({
      receipt: await this.#playStoreEvent(parts, request.body),
    }));

    app.post(
      '/sandbox/restore',
      { schema: { body: Type.Object({ user_id: Type.String({ maxLength: 64 }) }) } },
      async request => ({ receipts: await this.validReceipts(request.body.user_id) }),
    );

    app.get(
      '/sandbox/shell/orders/:order_id',
      { schema: { params: Type.Object({ order_id: OrderId }) } },
      async request => {
        const { product_id } = await this.findOrder(request.params.order_id);
        return { product_id };
      },
    );
  }
}

/**
 * Apple retries a failed payment for this many days:
 * https://developer.apple.com/help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions
 */
const graceDays = 16;

const StoreEvent = Type.Object({
  receipt: Type.String({ minLength: 1, maxLength: 64 }),
  event: literals('renew', 'grace', 'end', 'refund'),
});

type Row = Stored<'sandbox_payments'>;

/** Runs `act` and ignores refusals: real stores also report purchases that no user sent to us. */
async function tell(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

const OrderId = Type.String({ minLength: 1, maxLength: 64 });

const CashierQuery = Type.Object({ order_id: OrderId, return_url: Type.Optional(ReturnUrl) });

const CashierChoice = Type.Object({
  order_id: OrderId,
  return_url: ReturnUrl,
  choice: Type.Union([Type.Literal('pay'), Type.Literal('cancel')]),
});

/** Page to pay or cancel an order. If the order is paid or cancelled, it has only a link back. */
function renderCashier(order: Stored<'orders'>, returnUrl: string, language: Language): string {
  const say = (key: SentenceKey, values?: SentenceValues) => escapeHtml(sentenceIn(language, key, values));
  const product = rechargeConfigs.find(({ id }) => id === order.config_id)?.title[language] ?? '';
  const price = sentenceIn(language, 'cashier.price', { amount: yuan(order.amount).toFixed(2) });
  const settled = ({ paid: 'cashier.paid', cancelled: 'cashier.cancelled', pending: null } as const)[
    order.status
  ];

  const buttons = settled
    ? `<p>${say(settled)}</p>
<button name="choice" value="${order.status === 'paid' ? 'pay' : 'cancel'}">${say('cashier.back')}</button>`
    : `<button name="choice" value="pay">${say('cashier.pay', { price })}</button>
<button class="plain" name="choice" value="cancel">${say('cashier.cancel')}</button>`;

  return renderPage({
    language,
    title: sentenceIn(language, 'cashier.title'),
    card: `<dl>
<dt>${say('cashier.product')}</dt><dd>${escapeHtml(product)}</dd>
<dt>${say('cashier.amount')}</dt><dd>${escapeHtml(price)}</dd>
</dl>
<form action="/sandbox/cashier" method="post">
<input type="hidden" name="order_id" value="${escapeHtml(order.order_id)}">
<input type="hidden" name="return_url" value="${escapeHtml(returnUrl)}">
${buttons}
</form>`,
  });
}
