import { sql } from 'kysely';
import { failingPhones } from '../../client-events/phone-counts.ts';
import type { Database } from '../../db/database.ts';
import type { AuditTable, Stored } from '../../db/schema.ts';
import { sumOf } from '../../money/recharge-configs.ts';
import { monthOf, onPage, onRows } from '../on-page.ts';
import { momentCell, type Row, type Verb } from '../verb.ts';

export const auditVerbs: Verb[] = [
  {
    name: 'audit list',
    about: 'Lists changes made by the desk, by the server itself and by users, newest first.',
    example: '--subject 66f0c2a1b7e94d0c8a55e1aa',
    values: [
      { name: 'subject', about: 'only changes of this user or payment', flag: true, optional: true },
      {
        name: 'source',
        about: 'only changes made by the desk, the server or a user',
        flag: true,
        optional: true,
      },
    ],
    pages: true,
    run({ db }, request) {
      const { subject, source } = request.values;
      const found = db.query
        .selectFrom('audit')
        .selectAll()
        .$if(subject !== undefined, query => query.where('subject', '=', subject!))
        .$if(source !== undefined, query => query.where('source', '=', source as AuditTable['source']))
        .orderBy('id', 'desc');
      return onPage(found, request, auditRow);
    },
  },
  {
    name: 'audit export',
    about: 'Prints all rows of a month, oldest first, for --csv or --json.',
    example: '--month 2026-11 --csv',
    values: [{ name: 'month', about: 'a month in UTC, such as 2026-11', flag: true }],
    async run({ db }, { values }) {
      const { start, end } = monthOf(values.month!);
      const rows = await db.query
        .selectFrom('audit')
        .selectAll()
        .where('time', '>=', start)
        .where('time', '<', end)
        .orderBy('id')
        .execute();
      return { rows: rows.map(auditRow) };
    },
  },
];

function auditRow(row: Stored<'audit'>): Row {
  return {
    id: row.id,
    time: momentCell(row.time),
    source: row.source,
    by: row.done_by,
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    before: row.before,
    after: row.after,
  };
}

export const phonesVerb: Verb = {
  name: 'phones',
  about: 'Lists the errors on phones today and yesterday (UTC) by screen and host, the most frequent first.',
  example: '',
  values: [],
  pages: true,
  async run({ db }, request) {
    const found = await failingPhones(db.query);
    return onRows(
      found.map(({ screen, host, error, count, pages }) => ({ screen, host, error, errors: count, pages })),
      request,
    );
  },
};

const yuan = (fen: number | string) => Number(fen) / 100;

export const sumsVerb: Verb = {
  name: 'sums',
  about: 'Sums the sales of a month by channel, in yuan, and the coins and days owed to users now.',
  example: '--month 2026-11',
  values: [
    {
      name: 'month',
      about: 'a month in UTC, such as 2026-11; by default this month',
      flag: true,
      optional: true,
    },
  ],
  async run({ db, clock }, { values }) {
    const month = values.month ?? new Date(clock()).toISOString().slice(0, 7);
    const { start, end } = monthOf(month);
    const rows = await db.query
      .selectFrom('takings')
      .select(({ fn }) => ['provider', fn.countAll<string>().filterWhere('amount', '>', 0).as('orders')])
      .select(sql<string>`coalesce(sum(amount) FILTER (WHERE amount > 0), 0)`.as('sold'))
      .select(sql<string>`coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)`.as('returned'))
      .where('time', '>=', start)
      .where('time', '<', end)
      .groupBy('provider')
      .orderBy('provider')
      .execute();
    return {
      facts: { month, ...(await owedNow(db, new Date(clock()))) },
      rows: rows.map(({ provider, orders, sold, returned }) => ({
        channel: provider,
        orders: Number(orders),
        sold_yuan: yuan(sold),
        returned_yuan: yuan(returned),
        kept_yuan: yuan(Number(sold) - Number(returned)),
      })),
    };
  },
};

/** Sums of what we owe users: unspent coins, remaining VIP days, and payments that were not credited. */
async function owedNow({ query }: Database, now: Date): Promise<Row> {
  const { coins, days } = await query
    .selectFrom('users')
    .select(sql<string>`coalesce(sum(coins), 0)`.as('coins'))
    .select(
      sql<string>`coalesce(sum(ceil(extract(epoch FROM vip_expire_time - ${now}::timestamptz) / 86400))
        FILTER (WHERE vip_level > 0 AND vip_expire_time > ${now}), 0)`.as('days'),
    )
    .executeTakeFirstOrThrow();
  const parked = await query
    .selectFrom('parked_payments')
    .select(({ fn }) => ['currency', fn.sum<string>('amount').as('amount')])
    .where('returned', '=', false)
    .where('credited', '=', false)
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  const sums = parked.map(({ currency, amount }) => sumOf({ currency, amount: Number(amount) }));
  return { coins_owed: Number(coins), vip_days_owed: Number(days), parked: sums.join(', ') || 'nothing' };
}
