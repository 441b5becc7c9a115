import type { Queryable } from '../db/database.ts';

/** All database rows about a user, except purely technical rows. Null if the account is gone. */
export async function describeUser(db: Queryable, userId: string): Promise<object | null> {
  const account = await db
    .selectFrom('users')
    .select([
      'user_id',
      'login_type',
      'login_name',
      'nickname',
      'avatar',
      'coins',
      'vip_level',
      'vip_expire_time',
      'consent_version',
      'support_until',
      'create_time',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!account) return null;
  const ledger = await db
    .selectFrom('coin_statements')
    .select(['time', 'change', 'remaining', 'reason', 'reference'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const orders = await db
    .selectFrom('orders')
    .select([
      'order_id',
      'product_id',
      'amount',
      'status',
      'provider',
      'receipt',
      'create_time',
      'paid_time',
      'returned_amount',
    ])
    .where('user_id', '=', userId)
    .orderBy('create_time')
    .execute();
  const jobs = await db
    .selectFrom('jobs')
    .select([
      'generate_id',
      'template_id',
      'style_id',
      'language',
      'photos',
      'status',
      'refuse_reasons',
      'create_time',
      'end_time',
    ])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
  const pictures = await db
    .selectFrom('pics')
    .leftJoin('share_cards', 'share_cards.pic_id', 'pics.pic_id')
    .select([
      'pics.pic_id',
      'generate_id',
      'key',
      'width',
      'height',
      'share_cards.create_time as public_since',
    ])
    .where('user_id', '=', userId)
    .orderBy('generate_id')
    .orderBy('position')
    .execute();
  const sessions = await db
    .selectFrom('tokens')
    .select('expire_time')
    .where('user_id', '=', userId)
    .execute();
  const devices = await db
    .selectFrom('push_requests')
    .innerJoin('jobs', 'jobs.generate_id', 'push_requests.generate_id')
    .select(['push_requests.generate_id', 'endpoint', 'push_requests.language', 'push_requests.create_time'])
    .where('user_id', '=', userId)
    .execute();
  const done = await db
    .selectFrom('audit')
    .select(['time', 'source', 'action', 'after'])
    .where('subject', '=', userId)
    .orderBy('id')
    .execute();
  return { account, ledger, orders, jobs, pictures, sessions, devices, done };
}
