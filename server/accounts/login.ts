import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Body } from '../contract/calls.ts';
import { type DbAndClock, newId } from '../db/database.ts';
import type { Tx } from '../db/schema.ts';
import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';
import { ApiError } from '../http/api-error.ts';
import { problemOf } from '../http/limits/limit-callers.ts';
import { takeOnce } from './day-counts.ts';
import { issueToken } from './sessions.ts';

export const longestName = 40;

export interface Identity {
  name: string;
  nickname: string;
  avatar: string;
  openid?: string;
  /** Hash and issue time of a token that may be used only once. */
  once?: { hash: string; since: Date };
}

/** Sent with a sign-in code, to prove that the same client began the sign-in. */
export interface CodeProof {
  redirect_uri?: string;
  code_verifier?: string;
  nonce?: string;
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

/** Exchanges a provider's token for ours. Creates the user on the first sign-in. Throws 1001 if it is refused. */
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

export interface FacebookApp {
  appId: string;
  appSecret: string;
  apiOrigin: string;
}

/** Time limit for all requests of a sign-in together (ms). Short, because a user is waiting. */
const timeLimit = 8_000;

/** Response of debug_token. Times are in seconds since 1970; 0 means never. */
interface TokenData {
  app_id?: string;
  type?: string;
  is_valid?: boolean;
  user_id?: string;
  expires_at?: number;
  data_access_expires_at?: number;
}

interface Profile {
  id?: string;
  name?: string;
  picture?: { data?: { url?: string; is_silhouette?: boolean } };
}

/** Accepts only Facebook's tokens for this app. If Facebook is unavailable, throws 503. */
export function facebookLogin(
  app: FacebookApp,
  clock: () => number,
  onProblem: (problem: Error) => void = () => {},
): LoginProvider {
  return async token => {
    try {
      return await identifyAtFacebook(app, token, clock());
    } catch (error) {
      onProblem(new Error('Facebook could not be asked about a token.', { cause: error }));
      throw new ApiError('overloaded', 'error.sign-in-unavailable');
    }
  };
}

async function identifyAtFacebook(app: FacebookApp, token: string, now: number): Promise<Identity | null> {
  const signal = AbortSignal.timeout(timeLimit);
  const appToken = `${app.appId}|${app.appSecret}`;
  const debugQuery = { access_token: appToken, input_token: token };
  const checked = await call<{ data?: TokenData }>(app, '/debug_token', debugQuery, aboutInput, signal);
  const data = checked?.data;
  if (!data || !isGood(data, app, now)) return null;

  const query = {
    fields: 'id,name,picture.width(200)',
    access_token: token,
    appsecret_proof: proofOf(app, token),
  };
  const profile = await call<Profile>(app, '/me', query, aboutToken, signal);
  if (!profile || profile.id !== data.user_id) return null;
  return identityOf(profile, data.user_id!);
}

/** Proves to Facebook that the caller knows the app's secret. Many apps require this proof. */
function proofOf({ appSecret }: FacebookApp, token: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

function isGood(data: TokenData, { appId }: FacebookApp, now: number): boolean {
  const isOver = (seconds = 0) => seconds !== 0 && seconds * 1000 <= now;
  return (
    data.is_valid === true &&
    data.app_id === appId &&
    data.type !== 'PAGE' &&
    /^\d+$/.test(data.user_id ?? '') &&
    !isOver(data.expires_at) &&
    !isOver(data.data_access_expires_at)
  );
}

function identityOf({ name = '', picture }: Profile, userId: string): Identity {
  const url = picture?.data?.is_silhouette ? '' : (picture?.data?.url ?? '');
  return {
    name: userId,
    ...profileOf(name, url),
  };
}

interface GraphError {
  code?: number;
  message?: string;
}

/** True if the error is about the inspected token, not about the app's own access token. */
function aboutInput({ code, message = '' }: GraphError): boolean {
  return code === 100 && !message.includes('appsecret_proof');
}

/** True if the user's token is invalid. 190: any invalid token; 102: an ended session. */
function aboutToken({ code }: GraphError): boolean {
  return code === 190 || code === 102;
}

/** Null if `isAboutToken` accepts Facebook's error. Throws Facebook's message for any other error. */
async function call<Result>(
  { apiOrigin }: FacebookApp,
  path: string,
  query: Record<string, string>,
  isAboutToken: (error: GraphError) => boolean,
  signal: AbortSignal,
): Promise<Result | null> {
  const response = await fetchElsewhere(`${apiOrigin}${path}?${new URLSearchParams(query)}`, {
    signal,
    redirect: 'error',
  });
  if (response.ok) return (await response.json()) as Result;
  const { error = {} } = (await response.json().catch(() => ({}))) as { error?: GraphError };
  if (response.status < 500 && response.status !== 429 && isAboutToken(error)) return null;
  throw new Error(`Facebook returned ${response.status} with code ${error.code}: ${error.message}`);
}

interface WechatApp {
  appId: string;
  appSecret: string;
}

/** `inWechat`: the official account, used in WeChat's browser. `inShell`: the mobile app, used in the native app. */
export interface WechatLoginApps {
  inWechat: WechatApp | null;
  inShell: WechatApp | null;
  apiOrigin: string;
}

/** WeChat's error codes for a sign-in code that is invalid, used or expired. https://developers.weixin.qq.com/doc/ */
const badCodes = [40_029, 40_163, 42_003];

interface Reply {
  errcode?: number;
  errmsg?: string;
  access_token?: string;
  openid?: string;
  unionid?: string;
  scope?: string;
  nickname?: string;
  headimgurl?: string;
}

/** Signs in with a code for one of these apps; each code works once. If WeChat is unavailable, throws 503. */
export function openWechatLogin(
  { inWechat, inShell, apiOrigin }: WechatLoginApps,
  onProblem: (problem: Error) => void,
): LoginProvider {
  return async code => {
    const signal = AbortSignal.timeout(timeLimit);
    try {
      const own = inWechat && (await identify(inWechat, code, apiOrigin, signal));
      // Payments in WeChat need the openid of the official account.
      if (own) return { ...own.identity, openid: own.openid };
      const other = inShell && (await identify(inShell, code, apiOrigin, signal));
      return other?.identity ?? null;
    } catch (error) {
      onProblem(new Error('WeChat could not be asked about a code.', { cause: error }));
      throw new ApiError('overloaded', 'error.sign-in-unavailable');
    }
  };
}

/** Returns null if the code is invalid or was issued for another app. */
async function identify(
  { appId, appSecret }: WechatApp,
  code: string,
  apiOrigin: string,
  signal: AbortSignal,
): Promise<{ identity: Identity; openid: string } | null> {
  const ask = async (path: string, query: Record<string, string>): Promise<Reply> => {
    const response = await fetchElsewhere(`${apiOrigin}${path}?${new URLSearchParams(query)}`, {
      signal,
      redirect: 'error',
    });
    // WeChat always responds with HTTP 200; the field `errcode` marks an error.
    const reply = (await response.json()) as Reply;
    if (!response.ok || (reply.errcode && !badCodes.includes(reply.errcode))) {
      throw new Error(`WeChat returned ${response.status} ${reply.errcode}: ${reply.errmsg}`);
    }
    return reply;
  };
  const grant = await ask('/sns/oauth2/access_token', {
    appid: appId,
    secret: appSecret,
    code,
    grant_type: 'authorization_code',
  });
  const { access_token, openid, scope = '' } = grant;
  if (!access_token || !openid) return null;
  // WeChat returns the user's name only if the token's scope includes the profile.
  const profile = scope.includes('snsapi_userinfo')
    ? await ask('/sns/userinfo', { access_token, openid })
    : {};
  if (profile.openid !== undefined && profile.openid !== openid) return null;
  const identity = {
    name: grant.unionid ?? profile.unionid ?? openid,
    ...profileOf(profile.nickname, profile.headimgurl?.replace(/^http:/, 'https:')),
  };
  return { identity, openid };
}
