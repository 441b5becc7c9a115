import { supportUntil } from '../../accounts/consent.ts';
import { lockUser, photosPrefix } from '../../accounts/user.ts';
import { newId } from '../../db/database.ts';
import { eraseAccount, erasePhoto } from '../../erasure/erase-account.ts';
import { move } from '../../money/ledger.ts';
import { findUser, userRow } from '../find-user.ts';
import { onPage } from '../on-page.ts';
import { userStory } from '../user-story.ts';
import { type DeskParts, DeskRefusal, type DeskRequest, momentCell, type Verb } from '../verb.ts';

/** Maximum number of coins per gift. More is probably a typo. */
const mostCoins = 10_000;

const user = { name: 'user', about: 'id of the user' };

export const userVerbs: Verb[] = [
  {
    name: 'user find',
    about: 'Finds users by id, nickname (or a part of it), order or receipt number.',
    example: 'Anna',
    values: [{ name: 'text', about: 'id, nickname, order or receipt number' }],
    pages: true,
    async run({ db, clock }, request) {
      const text = request.values.text!;
      const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
      const found = db.query
        .selectFrom('users')
        .selectAll()
        .where(where =>
          where.or([
            where('user_id', '=', text),
            where('nickname', 'ilike', part),
            where('user_id', 'in', ({ selectFrom }) =>
              selectFrom('orders')
                .select('user_id')
                .leftJoin('parked_payments', 'parked_payments.order_id', 'orders.order_id')
                .where(order =>
                  order.or([
                    order('orders.order_id', '=', text),
                    order('orders.receipt', '=', text),
                    order('parked_payments.receipt', '=', text),
                  ]),
                ),
            ),
          ]),
        )
        .orderBy('create_time', 'desc')
        .orderBy('user_id');
      return onPage(found, request, row => userRow(row, clock()));
    },
  },
  {
    name: 'user show',
    about:
      'Shows all events of a user in the order of time: sign-ins, photos, jobs, orders, coins, and changes of the account.',
    example: '66f0c2a1b7e94d0c8a55e1aa',
    values: [user],
    async run(parts, { values }) {
      const shown = await findUser(parts.db.query, values.user!);
      const now = parts.clock();
      const facts = { ...userRow(shown, now), support_until: momentCell(supportUntil(shown, now)) };
      return { facts, rows: await userStory(parts, shown) };
    },
  },
  {
    name: 'user gift',
    about: 'Gives coins to a user.',
    example: '66f0c2a1b7e94d0c8a55e1aa 20 --reason "the pictures came late"',
    values: [user, { name: 'coins', about: `number of coins, 1 to ${mostCoins}` }],
    async plan({ db }, request) {
      const { nickname, coins } = await findUser(db.query, request.values.user!);
      return `Give ${coinsOf(request)} coins to ${nickname}, who has ${coins}.`;
    },
    async run({ db, clock }, request, noteChange) {
      const change = coinsOf(request);
      return db.query.transaction().execute(async tx => {
        const { user_id: userId } = await findUser(tx, request.values.user!);
        const gift = {
          change,
          reason: 'operator_gift',
          reference: newId(),
          time: new Date(clock()),
        } as const;
        const after = await move(tx, { userId, ...gift });
        await noteChange(tx, { subject: userId, before: { coins: after - change }, after: { coins: after } });
        return { facts: { user_id: userId, coins: after } };
      });
    },
  },
  {
    name: 'user end-sessions',
    about: 'Signs a user out on all devices; the user may sign in again.',
    example: '66f0c2a1b7e94d0c8a55e1aa --reason "a phone was lost"',
    values: [user],
    async plan({ db }, request) {
      const { user_id, nickname } = await findUser(db.query, request.values.user!);
      const tokens = await db.query
        .selectFrom('tokens')
        .select('hash')
        .where('user_id', '=', user_id)
        .execute();
      return `Sign ${nickname} out of ${tokens.length} sessions.`;
    },
    async run({ db, sessions }, request, noteChange) {
      const ended = await db.query.transaction().execute(async tx => {
        const { user_id: userId } = await findUser(tx, request.values.user!);
        const gone = await tx.deleteFrom('tokens').where('user_id', '=', userId).returning('hash').execute();
        await noteChange(tx, { subject: userId, before: { sessions: gone.length }, after: { sessions: 0 } });
        return { user_id: userId, sessions_ended: gone.length };
      });
      sessions.removeUser(ended.user_id);
      return { facts: ended };
    },
  },
  {
    name: 'user erase-photos',
    about: 'Erases the photos that a user gave; pictures, jobs and coins stay.',
    example: '66f0c2a1b7e94d0c8a55e1aa --reason "asked for it by letter"',
    values: [user],
    async plan(parts, request) {
      const { user_id: userId, nickname } = await findUser(parts.db.query, request.values.user!);
      return `Erase ${(await photosOf(parts, userId)).length} photos of ${nickname} for good.`;
    },
    async run(parts, request, noteChange) {
      const { user_id: userId } = await findUser(parts.db.query, request.values.user!);
      const keys = await photosOf(parts, userId);
      await parts.db.query
        .transaction()
        .execute(tx =>
          noteChange(tx, { subject: userId, before: { photos: keys.length }, after: { photos: 0 } }),
        );
      for (const key of keys) await erasePhoto(parts, userId, key);
      return { facts: { user_id: userId, photos_erased: keys.length } };
    },
  },
  {
    name: 'user delete',
    about: 'Deletes an account with its photos, pictures, jobs, orders and coins; it cannot be restored.',
    example: '66f0c2a1b7e94d0c8a55e1aa --reason "asked for it by letter"',
    values: [user],
    async plan({ db }, request) {
      const { nickname, coins } = await findUser(db.query, request.values.user!);
      return `Delete the account of ${nickname} with ${coins} coins, all photos and all pictures, for good.`;
    },
    async run(parts, request, noteChange) {
      const { user_id: userId } = await findUser(parts.db.query, request.values.user!);
      await eraseAccount(parts, userId, async tx => {
        const { coins } = await lockUser(tx, userId);
        await noteChange(tx, { subject: userId, before: { coins }, after: { deleted: true } });
      });
      return { facts: { user_id: userId, deleted: true } };
    },
  },
];

async function photosOf({ store }: DeskParts, userId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(photosPrefix(userId))) keys.push(key);
  return keys;
}

function coinsOf({ values }: DeskRequest): number {
  const coins = Number(values.coins);
  if (Number.isInteger(coins) && coins >= 1 && coins <= mostCoins) return coins;
  throw new DeskRefusal(`Coins are a whole number from 1 to ${mostCoins}.`);
}
