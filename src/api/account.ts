import { bridge } from '../platform/bridge.ts';
import { durable, keys } from '../platform/storage.ts';
import { clearToken, isVip, session, setUser, type User } from '../state/session.ts';
import { call } from './client.ts';
import { NetworkError } from './errors.ts';

interface WireUser {
  user_id: string;
  nickname: string;
  avatar: string;
  vip_level: number;
  vip_expire_time: number;
  coins: number;
}

/** Exchanges a sign-in provider's token for a service token. */
export async function login(loginType: string, providerToken: string): Promise<string> {
  const body = { login_type: loginType, token: providerToken };
  const data = await call<{ token?: unknown } | null>('/v1/login', { method: 'POST', body });
  // Kept as a token, nothing would look like somebody who is signed in.
  if (typeof data?.token !== 'string' || data.token === '') throw new NetworkError('');
  return data.token;
}

/** Loads the signed-in person into the session; a subscriber's banner is closed. */
export async function loadUser(options: { toast?: boolean; signIn?: boolean } = {}): Promise<User> {
  const wire = await call<WireUser>('/v1/getUserInfo', options);
  const user: User = {
    userId: wire.user_id,
    nickname: wire.nickname,
    avatar: wire.avatar,
    vipLevel: wire.vip_level,
    vipExpireTime: wire.vip_expire_time,
    coins: wire.coins,
  };
  // Whoever logged out while the answer was on its way is not to be remembered.
  if (session.token === null) return user;
  setUser(user);
  durable.write(keys.user, user);
  if (isVip(user)) bridge.closeBannerAd?.().catch(() => undefined);
  return user;
}

/** How long the server may take to end a session before the person is logged out without its word, ms. */
const logoutPatience = 5000;

/** Ends the session on the server, so that the token opens nothing any more; then forgets it here. */
export async function logout(): Promise<void> {
  if (session.token) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), logoutPatience);
    const { signal } = patience;
    await call('/v1/logout', { method: 'POST', toast: false, signIn: false, signal }).catch(() => undefined);
    clearTimeout(timer);
  }
  clearToken();
}
