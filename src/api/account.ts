import type { User } from '../state/session.ts';
import { parseLogin, parseUser } from './account-data.ts';
import { type CallOptions, get, post } from './client.ts';
import { nothing } from './data.ts';

/** What goes with the code of an OpenID Connect issuer: who began the sign-in. */
export interface CodeProof {
  redirect_uri: string;
  code_verifier: string;
  nonce: string;
  /** What the issuer called itself on the way back. */
  iss?: string;
}

/** Exchanges a sign-in provider's token for a service token. */
export async function login(loginType: string, providerToken: string, proof?: CodeProof): Promise<string> {
  const body = { login_type: loginType, token: providerToken, ...proof };
  return (await post('login', body, parseLogin, { toast: true })).token;
}

/** The signed-in user. */
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
  };
}

/** Ends the session on the server, so that the token opens nothing any more. */
export async function logout(signal: AbortSignal): Promise<void> {
  await post('logout', {}, nothing, { feature: 'log-out', signIn: false, signal });
}

/** Deletes every photo and every pic of the user, and the jobs they belong to; the coins stay. */
export async function deleteAllPics(): Promise<void> {
  await post('deleteAllPics', {}, nothing, { feature: 'delete-data', toast: true });
}

/** Deletes the user: photos, pics, coins, subscription, ledger. */
export async function deleteAccount(): Promise<void> {
  await post('deleteAccount', {}, nothing, { feature: 'delete-account', toast: true });
}
