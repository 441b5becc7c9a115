import type { FastifyBaseLogger } from 'fastify';
import type { Body } from '../contract/calls.ts';
import type { DbAndClock } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { problemOf } from '../http/limits/refuse-odd-values.ts';
import { takeOnce } from './day-counts.ts';
import { issueToken } from './sessions.ts';

/** Maximum length of a nickname in characters. */
export const longestName = 40;

export interface Identity {
  name: string;
  nickname: string;
  avatar: string;
  /** WeChat's id of the user. Payments in WeChat need it. */
  openid?: string;
  /** Hash and issue time of a token that may be used only once. */
  once?: { hash: string; since: Date };
}

/** Sent with a sign-in code, to prove that the same client began the sign-in. */
export interface CodeProof {
  redirect_uri?: string;
  code_verifier?: string;
  nonce?: string;
  /** The parameter `iss` (issuer) of the redirect. */
  iss?: string;
}

/** Asks the provider whose token it is. Returns null if the token is invalid. */
export type LoginProvider = (token: string, proof?: CodeProof) => Promise<Identity | null>;

/** Removed from names: control characters (the database cannot store NUL) and unpaired surrogates. */
const unprintable = /[\p{Cc}\p{Cs}]/gu;

/** Cleans the name and cuts it to the maximum length. Keeps the picture's address only if it is https. */
export function profileOf(name: unknown, picture: unknown): Pick<Identity, 'nickname' | 'avatar'> {
  const nickname = typeof name === 'string' ? name.replace(unprintable, '').trim() : '';
  const isSafe = typeof picture === 'string' && picture.startsWith('https://') && URL.canParse(picture);
  return {
    nickname: [...nickname].slice(0, longestName).join(''),
    avatar: isSafe ? new URL(picture).href : '',
  };
}

export interface LoginParts extends DbAndClock {
  log: FastifyBaseLogger;
  loginProviders: Map<string, LoginProvider>;
  onNewUser(tx: Tx, userId: string, time: Date): Promise<void>;
}

/**
 * Exchanges a provider's token for one of ours. Creates the user on the first sign-in. Throws 1001 if the token is
 * refused.
 */
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
      // Throw, so that the transaction rolls back and no account is created.
      if (userId && identity.once && !(await takeOnce(tx, identity.once))) {
        parts.log.info(`A sign-in with ${loginType} is refused: the identity token was used before.`);
        throw refused();
      }
      if (userId && identity.openid) await savePayer(tx, userId, identity.openid);
      return userId && issueToken(tx, userId, now);
    });
  // `signIn` returns null if the account was being deleted at that moment. The second try then creates a new account.
  const token = (await signIn()) ?? (await signIn());
  if (token === null) throw refused();
  return token;
}

const refused = () => new ApiError('loginRefused', 'error.sign-in-refused');

async function savePayer(tx: Tx, user_id: string, openid: string): Promise<void> {
  await tx
    .insertInto('wechat_payers')
    .values({ user_id, openid })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ openid }))
    .execute();
}

/** Returns null if the account was being deleted at that moment. */
async function findOrCreateUser(
  tx: Tx,
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
    // Lock the user, so that simultaneous logins run one after another, because each deletes the user's oldest tokens.
    .forUpdate()
    .executeTakeFirst();
  return known?.user_id ?? null;
}
