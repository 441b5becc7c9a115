import type { User } from '../state/session.ts';
import { parseLogin, parseUser } from './account-data.ts';
import { type CallOptions, get, post } from './client.ts';
import { nothing } from './data.ts';

/** Proves to an OpenID Connect issuer that this page started the sign-in. Sent together with the issuer's code. */
export interface CodeProof {
  redirect_uri: string;
  code_verifier: string;
  nonce: string;
  /** The issuer identifier from the redirect; undefined if the issuer did not send it. */
  iss?: string;
}

export async function login(loginType: string, providerToken: string, proof?: CodeProof): Promise<string> {
  const body = { login_type: loginType, token: providerToken, ...proof };
  return (await post('login', body, parseLogin, { toast: true })).token;
}

export async function getUser(options: Pick<CallOptions, 'toast' | 'signIn'> = {}): Promise<User> {
  const data = await get('getUserInfo', {}, parseUser, options);
  return {
    userId: data.user_id,
    nickname: data.nickname,
    avatar: data.avatar,
    vipLevel: data.vip_level,
    vipExpireTime: data.vip_expire_time,
    coins: data.coins,
    features: data.features,
    consentVersion: data.consent_version,
    payChannels: data.pay_channels,
    renewal: data.renewal,
  };
}

/** Ends the session on the server, which makes the token invalid. */
export async function logout(signal: AbortSignal): Promise<void> {
  await post('logout', {}, nothing, { feature: 'log-out', signIn: false, signal });
}

/** Deletes all photos, pics and jobs of the user; the coins stay. */
export async function deleteAllPics(): Promise<void> {
  await post('deleteAllPics', {}, nothing, { feature: 'delete-data', toast: true });
}

/** Deletes the account with all its photos, pics, coins, subscriptions and ledger rows. */
export async function deleteAccount(): Promise<void> {
  await post('deleteAccount', {}, nothing, { feature: 'delete-account', toast: true });
}
