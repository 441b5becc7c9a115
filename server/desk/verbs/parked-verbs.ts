import { sql } from 'kysely';
import { lockUser } from '../../accounts/user.ts';
import { newId, type Queryable } from '../../db/database.ts';
import type { Stored, Tx } from '../../db/schema.ts';
import { wrongParameter } from '../../http/api-error.ts';
import { currencyDigits, type RechargeConfig, rechargeConfigs, sumOf } from '../../money/recharge-configs.ts';
import { creditOrder } from '../../money/settle-payment.ts';
import { findUser } from '../find-user.ts';
import { onPage } from '../on-page.ts';
import { stateOf } from '../parked.ts';
import { DeskRefusal, momentCell, type Verb } from '../verb.ts';

/** A parked payment to credit, which gets a new order. Each receipt is credited only once. */
interface HandCredit {
  userId: string;
  config: RechargeConfig;
  receipt: string;
  provider: string;
  /** The amount paid, in fen. May differ from the price. */
  amount: number;
  time: Date;
}

const receipt = { name: 'receipt', about: 'receipt number of the parked payment' };

export const parkedVerbs: Verb[] = [
  {
    name: 'parked list',
    about: 'Lists payments that could not be credited, with the reasons; open payments first.',
    example: '',
    values: [],
    pages: true,
    run: ({ db }, request) =>
      onPage(
        db.query
          .selectFrom('parked_payments')
          .selectAll()
          .orderBy(sql`returned OR credited`)
          .orderBy('time', 'desc')
          .orderBy('receipt'),
        request,
        payment => ({
          receipt: payment.receipt,
          order_id: payment.order_id,
          amount: payment.amount / 10 ** currencyDigits(payment.currency),
          currency: payment.currency,
          problem: payment.problem,
          time: momentCell(payment.time),
          state: stateOf(payment),
        }),
      ),
  },
  {
    name: 'parked credit',
    about: 'Credits a parked payment to a user.',
    example: 'cs_live_a1B2c3 66f0c2a1b7e94d0c8a55e1aa coins_100 --reason "paid by two accounts"',
    values: [
      receipt,
      { name: 'user', about: 'id of the user' },
      { name: 'product', about: `one of ${rechargeConfigs.map(({ productId }) => productId).join(', ')}` },
    ],
    async plan({ db }, { values }) {
      const payment = await waiting(db.query, values.receipt!);
      const { nickname } = await findUser(db.query, values.user!);
      const { productId } = productOf(values.product!);
      return `Credit ${productId} to ${nickname} for ${sumOf(payment)}.`;
    },
    async run({ db, clock }, { values }, noteChange) {
      return db.query.transaction().execute(async tx => {
        const { user_id: userId } = await findUser(tx, values.user!);
        const payment = await waiting(tx, values.receipt!);
        if (payment.currency !== 'cny') {
          throw new DeskRefusal(`Prices are in yuan: ${sumOf(payment)} cannot be credited, only go back.`);
        }
        const config = productOf(values.product!);
        const order = await creditByHand(tx, {
          userId,
          config,
          receipt: payment.receipt,
          provider: payment.provider,
          amount: payment.amount,
          time: new Date(clock()),
        });
        await close(tx, payment.receipt, { credited: true });
        await noteChange(tx, {
          subject: userId,
          before: { receipt: payment.receipt, state: 'waits' },
          after: { state: 'credited', order_id: order, product: config.productId },
        });
        return { facts: { user_id: userId, order_id: order, product: config.productId } };
      });
    },
  },
  {
    name: 'parked refunded',
    about: 'Records that you refunded a parked payment; sends no money.',
    example: 'cs_live_a1B2c3 --reason "returned in the dashboard"',
    values: [receipt],
    async plan({ db }, { values }) {
      return `Note that ${sumOf(await waiting(db.query, values.receipt!))} went back to the payer.`;
    },
    async run({ db }, { values }, noteChange) {
      return db.query.transaction().execute(async tx => {
        const payment = await waiting(tx, values.receipt!);
        await close(tx, payment.receipt, { returned: true });
        const subject = payment.receipt;
        await noteChange(tx, { subject, before: { state: 'waits' }, after: { state: 'returned' } });
        return { facts: { receipt: subject, state: 'returned' } };
      });
    },
  },
];

/** Finds a parked payment that is still open. Inside a transaction, locks its row. */
async function waiting(db: Queryable, receipt: string): Promise<Stored<'parked_payments'>> {
  const payment = await db
    .selectFrom('parked_payments')
    .selectAll()
    .where('receipt', '=', receipt)
    .$if(db.isTransaction, query => query.forUpdate())
    .executeTakeFirst();
  if (!payment) throw new DeskRefusal(`No payment ${receipt} is parked; "parked list" shows them.`);
  if (stateOf(payment) !== 'waits')
    throw new DeskRefusal(`The payment ${receipt} is ${stateOf(payment)} already.`);
  return payment;
}

async function close(
  db: Queryable,
  receipt: string,
  state: { credited: true } | { returned: true },
): Promise<void> {
  await db.updateTable('parked_payments').set(state).where('receipt', '=', receipt).execute();
}

function productOf(productId: string) {
  const config = rechargeConfigs.find(candidate => candidate.productId === productId);
  if (config) return config;
  throw new DeskRefusal(
    `There is no product ${productId}; there are ${rechargeConfigs.map(one => one.productId).join(', ')}.`,
  );
}

/** Creates a paid order for a parked payment, credits it, and returns the order's id. */
export async function creditByHand(
  tx: Tx,
  { userId, config, receipt, provider, amount, time }: HandCredit,
): Promise<string> {
  await lockUser(tx, userId);
  const used = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('receipt', '=', receipt)
    .executeTakeFirst();
  if (used) throw wrongParameter('receipt', 'parameter.used-purchase');
  const order = await tx
    .insertInto('orders')
    .values({
      order_id: newId(),
      user_id: userId,
      config_id: config.id,
      product_id: config.productId,
      amount,
      provider,
      status: 'paid',
      receipt,
      create_time: time,
      paid_time: time,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await creditOrder(tx, order, { now: time.getTime() });
  return order.order_id;
}
