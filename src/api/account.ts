import type * as Contract from '../../server/contract/account.ts';
import { array, number, object, optional, string, unixTime } from '../platform/parse.ts';
import type { User } from '../state/session.ts';
import { type CallOptions, get, post } from './client.ts';
import { type Fields, id, nothing } from './data.ts';
import { NetworkError } from './errors.ts';

/** An API that is not ours promises the VIP level only. */
const parseUser = object({
  user_id: optional(id, ''),
  nickname: optional(string, ''),
  avatar: optional(string, ''),
  vip_level: number,
  vip_expire_time: optional(unixTime, 0),
  coins: optional(number, null),
  features: optional(array(string), []),
} satisfies Fields<Contract.User>);

/** Exchanges a sign-in provider's token for a service token. */
export async function login(loginType: string, providerToken: string): Promise<string> {
  const body = { login_type: loginType, token: providerToken };
  const { token } = await post('login', body, object({ token: string }), { toast: true });
  // Kept as a token, nothing would look like a user who is signed in.
  if (token === '') throw new NetworkError('');
  return token;
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
