import type { Transaction } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { move } from '../money/ledger.ts';
import type { Services } from '../services.ts';
import { issueToken } from './tokens.ts';

/** Coins that a new person starts with. */
const welcomeGift = 50;

const refused = { en: 'The sign-in was refused.', zh: '登录未通过。' };

/** Somebody whom a login provider vouches for. */
export interface Identity {
  name: string;
  nickname: string;
  avatar: string;
}

/** Asks whoever issued a login token whom it stands for; null refuses it. */
export type LoginProvider = (token: string) => Promise<Identity | null>;

/** Exchanges a provider's token for one of ours; the person is created at the first time. Refuses with 1001. */
export async function login(services: Services, loginType: string, providerToken: string): Promise<string> {
  const identity = await services.loginProviders.get(loginType)?.(providerToken);
  if (!identity) throw new ApiError('loginRefused', refused);

  const now = services.clock();
  const signIn = () =>
    services.db.query.transaction().execute(async tx => {
      const userId = await findOrCreateUser(tx, loginType, identity, new Date(now));
      return userId && issueToken(tx, userId, now);
    });
  // An account that is deleted at this very moment is gone the second time.
  const token = (await signIn()) ?? (await signIn());
  if (token === null) throw new ApiError('loginRefused', refused);
  return token;
}

/** Null when the account was just being deleted. */
async function findOrCreateUser(
  tx: Transaction<Schema>,
  loginType: string,
  identity: Identity,
  time: Date,
): Promise<string | null> {
  const created = await tx
    .insertInto('users')
    .values({
      user_id: newId(),
      login_type: loginType,
      login_name: identity.name,
      nickname: identity.nickname,
      avatar: identity.avatar,
      create_time: time,
    })
    .onConflict(conflict => conflict.columns(['login_type', 'login_name']).doNothing())
    .returning('user_id')
    .executeTakeFirst();

  if (created) {
    const userId = created.user_id;
    await move(tx, { userId, change: welcomeGift, reason: 'gift', reference: userId, time });
    return userId;
  }
  const known = await tx
    .selectFrom('users')
    .select('user_id')
    .where('login_type', '=', loginType)
    .where('login_name', '=', identity.name)
    .forKeyShare()
    .executeTakeFirst();
  return known?.user_id ?? null;
}
