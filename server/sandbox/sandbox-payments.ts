import type { Insertable } from 'kysely';
import type { Database } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { SandboxPaymentsTable } from '../db/provider-tables.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { notFound, wrongParameter } from '../http/api-error.ts';
import { ownedPayment } from '../money/owned-payment.ts';
import type { Payment, PaymentProvider, Standing } from '../money/payment-provider.ts';
import { rechargeConfigs } from '../money/recharge-configs.ts';

const day = 24 * 60 * 60 * 1000;

/** A payment provider without money: pressing Pay counts as paid. */
export class SandboxPayments implements Omit<PaymentProvider, 'routes'> {
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

  /** Throws 1003 if the order does not exist or is another provider's. */
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

  /** No effect on a paid order. */
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

  /** Sells a subscription like an app store and returns the receipt. */
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
      // Changes nothing, but returns the existing row's receipt.
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
}
