import type { Stored } from '../../db/schema.ts';
import { onPage } from '../on-page.ts';
import { parkedOf, parkedWords } from '../parked.ts';
import { DeskRefusal, momentCell, type Row, type Verb } from '../verb.ts';

export const orderVerbs: Verb[] = [
  {
    name: 'order find',
    about:
      'Finds orders by order number, receipt number or user id, newest first; also payments that were not credited.',
    example: 'cs_live_a1B2c3',
    values: [{ name: 'text', about: 'order number, receipt number or user id' }],
    pages: true,
    async run({ db }, request) {
      const text = request.values.text!;
      const found = db.query
        .selectFrom('orders')
        .selectAll()
        .where(where =>
          where.or([
            where('order_id', '=', text),
            where('receipt', '=', text),
            where('user_id', '=', text),
            where('order_id', 'in', ({ selectFrom }) =>
              selectFrom('parked_payments').select('order_id').where('receipt', '=', text),
            ),
          ]),
        )
        .orderBy('create_time', 'desc')
        .orderBy('order_id');
      const { rows = [], ...rest } = await onPage(found, request, orderRow);
      const orderIds = rows.map(({ order_id }) => String(order_id));
      const parked = await parkedOf(db.query, [...orderIds, text], text);
      const isOf = (row: Row) => (payment: Stored<'parked_payments'>) =>
        payment.order_id === row.order_id || payment.receipt === row.receipt;
      // A payment may name an order that does not exist.
      const lost = parked.filter(payment => !rows.some(row => isOf(row)(payment)));
      return {
        ...rest,
        rows: [
          ...rows.map(row => ({ ...row, parked: parked.filter(isOf(row)).map(parkedWords).join('; ') })),
          ...(request.page === 1 ? lost : []).map(payment => ({
            order_id: payment.order_id,
            receipt: payment.receipt,
            parked: parkedWords(payment),
          })),
        ],
      };
    },
  },
  {
    name: 'order show',
    about: 'Shows an order with its rows of the ledger.',
    example: '66f0c2a1b7e94d0c8a55e1aa',
    values: [{ name: 'order', about: 'number of the order' }],
    async run({ db }, { values }) {
      const order = await db.query
        .selectFrom('orders')
        .selectAll()
        .where('order_id', '=', values.order!)
        .executeTakeFirst();
      if (!order) throw new DeskRefusal(`There is no order ${values.order}.`);
      const rows = await db.query
        .selectFrom('coin_statements')
        .selectAll()
        .where('user_id', '=', order.user_id)
        .where('reference', 'in', [order.order_id, ...(order.receipt ? [order.receipt] : [])])
        .orderBy('id')
        .execute();
      return {
        facts: {
          ...orderRow(order),
          parked: (await parkedOf(db.query, [order.order_id])).map(parkedWords).join('; '),
        },
        rows: rows.map(({ time, reason, change, remaining }) => ({
          time: momentCell(time),
          reason,
          coins: change,
          balance: remaining,
        })),
      };
    },
  },
];

function orderRow(order: Stored<'orders'>): Row {
  return {
    order_id: order.order_id,
    user_id: order.user_id,
    product: order.product_id,
    amount: order.amount / 100,
    returned: order.returned_amount / 100,
    status: order.status,
    receipt: order.receipt,
    created: momentCell(order.create_time),
    paid: momentCell(order.paid_time),
    missing_coins: order.missing_coins,
  };
}
