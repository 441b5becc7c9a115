import type pg from 'pg';

/** Rows per user. Times are spread over a year, ids over all users. A tenth of the tokens have expired. */
const perUser = { tokens: 1, jobs: 5, pics: 10, coin_statements: 10, orders: 2, takings: 2, audit: 1 };

/** Fills an empty database for `users` users, and updates the planner's statistics. */
export async function fillDatabase(db: pg.ClientBase, users: number): Promise<void> {
  const time = "now() - n % 365 * interval '1 day' - n % 86400 * interval '1 second'";
  const user = (n: string) => `'u' || ${n} % ${users}`;
  const fill = (table: string, columns: string, values: string, rows: number) =>
    db.query(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(0, ${rows - 1}) n`);

  await fill(
    'users',
    'user_id, login_type, login_name, nickname, avatar, coins, create_time',
    `'u' || n, 'name', 'n' || n, 'Name ' || n, '', n % 500, ${time}`,
    users,
  );
  await fill(
    'tokens',
    'hash, user_id, expire_time',
    `md5(n::text), ${user('n')}, now() + (n % 10 - 1) * interval '9 days' - interval '1 hour'`,
    users * perUser.tokens,
  );
  await fill(
    'coin_statements',
    'user_id, change, remaining, reason, reference, time',
    `${user('n')}, 1, 1, 'free_gift', 'r' || n, ${time}`,
    users * perUser.coin_statements,
  );
  await fill(
    'jobs',
    'generate_id, train_id, user_id, template_id, style_id, photos, seed, held, status, create_time, start_time, end_time',
    `'g' || n, 't' || n, ${user('n')}, n % 60, 1, '{}', 1, 0,
      CASE n % 20 WHEN 0 THEN 3 WHEN 1 THEN 6 ELSE 5 END, ${time}, ${time}, ${time}`,
    users * perUser.jobs,
  );
  await fill(
    'pics',
    'pic_id, generate_id, user_id, position, key, width, height',
    `'p' || n, 'g' || n / 2, ${user('(n / 2)')}, n % 2, 'pics/' || n, 1, 1`,
    users * perUser.pics,
  );
  await fill(
    'orders',
    'order_id, user_id, config_id, product_id, amount, status, provider, receipt, create_time, paid_time, missing_coins',
    `'o' || n, ${user('n')}, 1, 'coins', 600, CASE WHEN n % 4 = 0 THEN 'cancelled' ELSE 'paid' END, 'stripe',
      CASE WHEN n % 4 > 0 THEN 'r' || n END, ${time}, CASE WHEN n % 4 > 0 THEN ${time} END, (n % 1000 = 1)::int`,
    users * perUser.orders,
  );
  await fill(
    'takings',
    'time, provider, order_id, amount, coins, days',
    `${time}, 'stripe', 'o' || n, 600, 60, 0`,
    users * perUser.takings,
  );
  await fill(
    'audit',
    'time, source, done_by, action, subject, reason, before, after',
    `${time}, 'user', '', 'consent give', ${user('n')}, '', '{}', '{}'`,
    users * perUser.audit,
  );
  await fill(
    'day_counts',
    'who, kind, day, count',
    `md5(n::text), 'previews', to_char(now() - n % 2 * interval '1 day', 'YYYY-MM-DD'), 1`,
    users,
  );
  await fill(
    'reports',
    'report_id, pic_id, reporter, reason, words, time, outcome',
    `'x' || n, 'p' || n, 'h' || n, 'other', '', ${time.replace('365', '170')}, 'kept'`,
    users / 10,
  );
  await fill(
    'parked_payments',
    'receipt, order_id, amount, currency, problem, time, returned, provider',
    `'q' || n, 'o' || n, 600, 'cny', '', ${time}, true, 'wechat'`,
    users / 10,
  );
  await fill('google_purchases', 'token, time, finished', "'k' || n, now(), true", users / 10);
  await fill(
    'upload_counts',
    'owner, day, files, bytes',
    `'u' || n, to_char(now(), 'YYYY-MM-DD'), 1, 1`,
    users,
  );
  await db.query('VACUUM ANALYZE');
}
