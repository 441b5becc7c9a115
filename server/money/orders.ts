import { sql, type Updateable } from 'kysely';
import { addCount, addToHour } from '../accounts/day-counts.ts';
import { hashOf } from '../accounts/sessions.ts';
import { lockUser } from '../accounts/user.ts';
import { type Channel, channels } from '../contract/money.ts';
import type { DbAndClock, Queryable } from '../db/database.ts';
import type { OrdersTable, Stored, Tx } from '../db/schema.ts';
import { ApiError, Busy, notFound, wrongParameter } from '../http/api-error.ts';
import { bounds } from '../http/limits/limiters.ts';
import type { Payment, PaymentProvider, ShopWatch, Standing } from './payment-provider.ts';
import { type RechargeConfig, rechargeConfigs } from './recharge-configs.ts';
import { newOrder, settle, settlePayment } from './settle-payment.ts';

const hour = 60 * 60_000;

/** In the hourly limit, an unconfirmed receipt counts as much as 20 confirmed ones. */
const weights = { unconfirmed: 20, confirmed: 1 };

const mostAnHour = weights.unconfirmed * bounds.receipts.ofOne;

interface HandedIn {
  userId: string;
  receipt: string;
  orderId: string | null;
}

const notConfirmed = () => wrongParameter('receipt', 'parameter.not-confirmed');

export interface OrderParts extends DbAndClock {
  payments: PaymentProvider[];
}

/** Without a channel, the first provider gets the order. Throws 1005 if the user has too many unpaid orders. */
export async function createOrder(
  { db, clock, payments }: OrderParts,
  userId: string,
  configId: number,
  channel?: Channel,
): Promise<{ order: Stored<'orders'>; provider: PaymentProvider }> {
  const config = rechargeConfigs.find(candidate => candidate.id === configId);
  if (!config) throw wrongParameter('config_id', 'parameter.not-for-sale');

  const provider = sellerOf(payments, config, channel);
  const order = await db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    await refuseMoreOrders(tx, userId, clock());
    const values = newOrder(userId, config, provider.name, new Date(clock()));
    return tx.insertInto('orders').values(values).returningAll().executeTakeFirstOrThrow();
  });
  return { order, provider };
}

/** Credits an order once if its provider confirms the receipt. Without an order, any provider may. */
export async function settleReceipt(
  parts: OrderParts,
  userId: string,
  receipt: string,
  orderId: string | null,
): Promise<void> {
  const order = orderId === null ? null : await findOrder(parts, userId, orderId);
  if (order?.status === 'paid' && order.receipt === receipt) return;
  const confirmers = confirmersOf(parts.payments, order);
  const payment = await askAboutReceipt(parts, { userId, receipt, orderId }, async () => {
    for (const provider of confirmers) {
      const found = await provider.confirm(receipt);
      if (found) return found;
    }
    return null;
  });
  await settle(parts, userId, payment, orderId ?? payment.orderId);
}

export interface ConfirmedOrder {
  order: Stored<'orders'>;
  /** Page where the user can pay now; null if no payment has begun, or one is being processed. */
  payPage: string | null;
}

/** Credits the order if its provider says that it is paid. Above the hourly limit: the saved state. */
export async function confirmOrder(
  parts: OrderParts,
  userId: string,
  orderId: string,
): Promise<ConfirmedOrder> {
  const order = await findOrder(parts, userId, orderId);
  if (order.status === 'paid') return { order, payPage: null };
  const fetches = { time: parts.clock(), more: 1, most: bounds.orderChecks.ofOne };
  if (!(await addToHour(parts.db.query, 'order-checks', userId, fetches))) return { order, payPage: null };
  const found = await fetchStanding(parts.payments, order);
  if (found.kind === 'open' && order.status === 'pending') return { order, payPage: found.payPage };
  if (found.kind === 'paid') await settle(parts, userId, found.payment, orderId);
  if (found.kind === 'over') await cancelOrder(parts, orderId);
  return { order: await findOrder(parts, userId, orderId), payPage: null };
}

/** Cancels an order. No effect if the order is paid. */
export async function cancelOrder({ db }: Pick<OrderParts, 'db'>, orderId: string): Promise<void> {
  await db.query
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .execute();
}

/** Throws 1003 if the order does not exist or belongs to another user. */
export async function findOrder(
  { db }: Pick<OrderParts, 'db'>,
  userId: string,
  orderId: string,
): Promise<Stored<'orders'>> {
  return db.query
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(notFound);
}

/**
 * Calls `ask` to confirm a receipt with the providers; throws if none confirms it. Each user has an hourly limit across
 * all processes, because providers limit our requests. The same unconfirmed receipt is sent to providers at most three
 * times a minute. Refusing loses no payment: the provider notifies us, or the app sends the receipt again.
 */
async function askAboutReceipt(
  { db, clock }: DbAndClock,
  { userId, receipt, orderId }: HandedIn,
  ask: () => Promise<Payment | null>,
): Promise<Payment> {
  const now = clock();
  const wrong = {
    who: hashOf(`${userId} ${orderId} ${receipt}`),
    kind: 'wrong-receipt',
    day: new Date(now).toISOString().slice(0, 16),
  };
  const known = await db.query
    .selectFrom('day_counts')
    .select('count')
    .where('who', '=', wrong.who)
    .where('kind', '=', wrong.kind)
    .where('day', '=', wrong.day)
    .executeTakeFirst();
  if (known && known.count >= bounds.receiptTries.ofOne) throw notConfirmed();

  const count = (more: number, most = Number.MAX_SAFE_INTEGER) =>
    addToHour(db.query, 'receipts', userId, { time: now, more, most });
  if (!(await count(0, mostAnHour - 1)))
    throw new Busy('tooManyRequests', 'error.payment-unconfirmed', Math.ceil((hour - (now % hour)) / 1000));
  // Count after the request, so that a valid receipt sent several times at once is not counted as unconfirmed.
  let payment: Payment | null = null;
  try {
    payment = await ask();
  } finally {
    await count(payment ? weights.confirmed : weights.unconfirmed);
  }
  if (payment) return payment;
  await addCount(db.query, { ...wrong, count: 1 });
  throw notConfirmed();
}

const ofUser = (db: Queryable, userId: string, now: number) =>
  db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('create_time', '>', new Date(now - orderLife));

/** Ids of the user's orders that can still be paid, newest first. */
export async function findOpenOrders(db: Queryable, userId: string, now: number): Promise<string[]> {
  const orders = await ofUser(db, userId, now)
    .select('order_id')
    .orderBy('create_time', 'desc')
    .limit(bounds.openOrders.ofOne)
    .execute();
  return orders.map(({ order_id }) => order_id);
}

/** Throws 1005 if the user has too many open orders. Lock the user's row first. */
async function refuseMoreOrders(tx: Tx, userId: string, now: number): Promise<void> {
  const { count } = await ofUser(tx, userId, now)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  // Refuse the new order; cancelling the oldest could break a payment page that is still open.
  if (count >= bounds.openOrders.ofOne) throw new ApiError('tooManyRequests', 'error.orders-waiting');
}

/** Orders expire after this long (ms): less than the 24 hours of a Stripe checkout, which begins later. */
export const orderLife = 23 * 60 * 60 * 1000;

type Order = Pick<Stored<'orders'>, 'order_id' | 'provider'>;

/** Finds the provider that sells a product through a channel; without a channel, the first one. Throws if none does. */
function sellerOf(
  payments: PaymentProvider[],
  product: RechargeConfig,
  channel: Channel | undefined,
): PaymentProvider {
  return required(payments.find(one => channel === undefined || one.sells(product, channel)));
}

export function channelsOf(payments: PaymentProvider[]): Channel[] {
  return channels.filter(channel =>
    payments.some(provider => rechargeConfigs.some(product => provider.sells(product, channel))),
  );
}

/** Providers that may confirm a payment: the order's own; without an order, all. Throws if there is none. */
function confirmersOf(payments: PaymentProvider[], order: Order | null): PaymentProvider[] {
  return order ? [required(ownOf(payments, order))] : [required(payments[0]), ...payments.slice(1)];
}

/** Fetches an order's state from its provider. `open` if that provider is no longer configured. */
async function fetchStanding(payments: PaymentProvider[], order: Order): Promise<Standing> {
  return (await ownOf(payments, order)?.look(order.order_id)) ?? { kind: 'open', payPage: null };
}

function ownOf(payments: PaymentProvider[], { provider }: Order): PaymentProvider | undefined {
  return payments.find(({ name }) => name === provider);
}

function required(provider: PaymentProvider | undefined): PaymentProvider {
  if (provider) return provider;
  throw new ApiError('notFound', 'error.no-payment');
}

const minute = 60_000;

/** Orders younger than this (ms) are not checked, because the provider's own notification usually arrives first. */
const patience = 2 * minute;

/** Maximum processing time of a payment (ms). The slowest payment methods take about ten days. */
const longestProcessing = 14 * 24 * 60 * minute;

const mostAtOnce = 100;

interface ReconcileParts extends OrderParts {
  shopWatch: ShopWatch;
}

/**
 * Fetches the state of unpaid orders from each provider and credits payments that were never reported. Checks an order
 * again whenever its age has doubled, and at least every six hours. Cancels expired orders, but still credits later
 * payments. If a provider does not respond, the next run retries.
 */
export async function reconcileOrders(parts: ReconcileParts): Promise<void> {
  const { db, payments } = parts;
  if (payments.length === 0) return;
  const sellers = await db.query
    .selectFrom('orders')
    .select('provider')
    .distinct()
    .where('status', '=', 'pending')
    .execute();
  for (const turn of await Promise.allSettled(sellers.map(({ provider }) => reconcile(parts, provider))))
    if (turn.status === 'rejected') throw turn.reason;
}

async function reconcile(parts: ReconcileParts, provider: string): Promise<void> {
  const { db, clock, payments, shopWatch } = parts;
  const now = new Date(clock());
  const due = await db.query
    .selectFrom('orders')
    .select(['order_id', 'create_time', 'provider'])
    .where('status', '=', 'pending')
    .where('provider', '=', provider)
    .where('create_time', '<=', new Date(clock() - patience))
    .where(
      sql<boolean>`(checked_time IS NULL
        OR ${now}::timestamptz - checked_time >= least(checked_time - create_time, interval '6 hours'))`,
    )
    // Orders with a failed check come last, so that they do not block the others.
    .orderBy('check_failed')
    // Interleave users, so that one user with thousands of orders does not block the others.
    .orderBy(sql`row_number() OVER (PARTITION BY user_id ORDER BY create_time)`)
    .orderBy('create_time')
    .limit(mostAtOnce)
    .execute();

  await shopWatch.takeEach(
    {
      channel: provider,
      list: 'open orders',
      numberOf: ({ order_id }) => order_id,
      async take(order) {
        const found = await fetchStanding(payments, order);
        if (found.kind === 'paid') return settlePayment(parts, found.payment);
        const age = clock() - order.create_time.getTime();
        const isOver =
          found.kind === 'over' || age > (found.kind === 'processing' ? longestProcessing : orderLife);
        const over = isOver && { status: 'cancelled' as const };
        await note(order, { check_failed: false, checked_time: now, ...over });
      },
      // A failed check never cancels an order.
      onFailure: (order, isOdd) => note(order, { check_failed: true, ...(isOdd && { checked_time: now }) }),
    },
    due,
  );

  async function note({ order_id }: { order_id: string }, found: Updateable<OrdersTable>): Promise<void> {
    await db.query
      .updateTable('orders')
      .set(found)
      .where('order_id', '=', order_id)
      .where('status', '=', 'pending')
      .execute();
  }
}
