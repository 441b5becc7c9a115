import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { Body } from '../contract/calls.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { problemOf } from '../http/limits/refuse-odd-values.ts';
import { takeOnce } from './day-counts.ts';
import { issueToken } from './tokens.ts';

/** Characters that a nickname has at most. */
export const longestName = 40;

/** The user for whom a login provider vouches. */
export interface Identity {
  name: string;
  nickname: string;
  avatar: string;
  /** By which id WeChat lets them pay. */
  openid?: string;
  /** What stands for them and may be shown once, by its hash, and since when there is such a thing. */
  once?: { hash: string; since: Date };
}

/** What comes with a code: who began the sign-in. */
export interface CodeProof {
  redirect_uri?: string;
  code_verifier?: string;
  nonce?: string;
  /** What the issuer called itself on the way back. */
  iss?: string;
}

/** Returns the identity that a login token stands for, as its issuer confirms it; null refuses the token. */
export type LoginProvider = (token: string, proof?: CodeProof) => Promise<Identity | null>;

/** Controls, such as the NUL that the database cannot store, and halves of pairs of UTF-16. */
const unprintable = /[\p{Cc}\p{Cs}]/gu;

/** What a provider says of its user that is shown: the name as far as it fits, the picture where it is safe to load. */
export function profileOf(name: unknown, picture: unknown): Pick<Identity, 'nickname' | 'avatar'> {
  const nickname = typeof name === 'string' ? name.replace(unprintable, '').trim() : '';
  const isSafe = typeof picture === 'string' && picture.startsWith('https://') && URL.canParse(picture);
  return {
    nickname: [...nickname].slice(0, longestName).join(''),
    avatar: isSafe ? new URL(picture).href : '',
  };
}

/** What signing in needs. */
export interface LoginParts {
  db: Database;
  clock: () => number;
  log: FastifyBaseLogger;
  /** By login_type. */
  loginProviders: Map<string, LoginProvider>;
  /** Called in the transaction that creates a user. */
  onNewUser(tx: Transaction<Schema>, userId: string, time: Date): Promise<void>;
}

/** Exchanges a provider's token for one of ours; the user is created at the first time. Refuses with 1001. */
export async function login(
  parts: LoginParts,
  { login_type: loginType, token: providerToken, ...proof }: Body<'login'>,
): Promise<string> {
  const identity = await parts.loginProviders.get(loginType)?.(providerToken, proof);
  if (!identity || problemOf(identity)) throw refused();

  const now = parts.clock();
  const signIn = () =>
    parts.db.query.transaction().execute(async tx => {
      const userId = await findOrCreateUser(tx, parts.onNewUser, loginType, identity, new Date(now));
      // Thrown, so that no account is made for it either.
      if (userId && identity.once && !(await takeOnce(tx, identity.once))) {
        parts.log.info(`A sign-in with ${loginType} is refused: the identity token was used before.`);
        throw refused();
      }
      if (userId && identity.openid) await savePayer(tx, userId, identity.openid);
      return userId && issueToken(tx, userId, now);
    });
  // An account that is deleted at this very moment is gone the second time.
  const token = (await signIn()) ?? (await signIn());
  if (token === null) throw refused();
  return token;
}

const refused = () => new ApiError('loginRefused', 'error.sign-in-refused');

async function savePayer(tx: Transaction<Schema>, user_id: string, openid: string): Promise<void> {
  await tx
    .insertInto('wechat_payers')
    .values({ user_id, openid })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ openid }))
    .execute();
}

/** Null when the account was just being deleted. */
async function findOrCreateUser(
  tx: Transaction<Schema>,
  onNewUser: LoginParts['onNewUser'],
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
    await onNewUser(tx, created.user_id, time);
    return created.user_id;
  }
  const known = await tx
    .selectFrom('users')
    .select('user_id')
    .where('login_type', '=', loginType)
    .where('login_name', '=', identity.name)
    // One login of a user after another: each may end older ones.
    .forUpdate()
    .executeTakeFirst();
  return known?.user_id ?? null;
}
