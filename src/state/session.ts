import { proxy, type Snapshot } from 'valtio';
import { forgetEntries } from '../platform/entry-memory.ts';
import { durable, forgetSeen, keys, local } from '../platform/storage.ts';

/** The user who is signed in, as the API describes them. */
export interface User {
  userId: string;
  nickname: string;
  avatar: string;
  /** 0: not a subscriber. */
  vipLevel: number;
  /** Unix seconds; 0: never. */
  vipExpireTime: number;
  coins: number;
}

interface Session {
  token: string | null;
  user: User | null;
}

const state = proxy<Session>({ token: local.read(keys.token), user: null });

/** Who is signed in; the token is read at once, so that the first request leaves without waiting. */
export const session: Snapshot<Session> = state;

/** Saves a new token, here and in the durable cache. */
export function saveToken(token: string): void {
  state.token = token;
  local.write(keys.token, token);
  durable.write(keys.token, token);
}

/** Reads the token back from the durable cache when local storage was evicted. */
export async function loadToken(): Promise<void> {
  if (session.token) return;
  const token = await durable.read<string>(keys.token);
  if (token && !session.token) saveToken(token);
}

/** Shows the user as the server describes them. */
export function setUser(user: User): void {
  state.user = user;
}

/** Removes a token that the server no longer accepts, and the user with it. */
export function clearToken(): void {
  state.token = null;
  state.user = null;
  forgetEntries();
  local.remove(keys.token);
  durable.remove(keys.token);
  forgetSeen();
}

/** True while the user pays no coins. */
export function isVip(user: Pick<User, 'vipLevel'> | null): boolean {
  return (user?.vipLevel ?? 0) > 0;
}
