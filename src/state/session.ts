import { proxy, type Snapshot } from 'valtio';
import { clearEntries } from '../platform/entry-memory.ts';
import { array, matching, number, object, optional, string, unixTime } from '../platform/parse.ts';
import { saved, savedLocally } from '../platform/storage/saved.ts';

/** The user who is signed in, as the API describes them. */
export interface User {
  userId: string;
  nickname: string;
  avatar: string;
  /** 0: not a subscriber. */
  vipLevel: number;
  /** Unix seconds; 0: never. */
  vipExpireTime: number;
  /** Null when the API does not say. */
  coins: number | null;
  /** What the API declares that it serves beyond the specification's calls, a word for each. */
  features: readonly string[];
  /** What they have agreed to, where the API notes it; empty: nothing. */
  consentVersion: string;
  /** Through which channels something can be bought; null when the API does not say. */
  payChannels: readonly string[] | null;
}

/** Text that a header can carry; more than this no server takes. */
const tokenParser = matching(/^[\x21-\x7e]{1,4096}$/);

const savedToken = saved('tyy.token', tokenParser);
const quickToken = savedLocally('tyy.token', tokenParser);

const savedUser = saved(
  'tyy.user',
  object<User>({
    userId: string,
    nickname: optional(string, ''),
    avatar: optional(string, ''),
    vipLevel: number,
    vipExpireTime: optional(unixTime, 0),
    coins: optional(number, null),
    features: optional(array(string), []),
    consentVersion: optional(string, ''),
    payChannels: optional(array(string), null),
  }),
);

interface Session {
  token: string | null;
  user: User | null;
  /** Counts up when somebody signs in, who may be somebody else: what is the user's is loaded anew. */
  visit: number;
}

const state = proxy<Session>({ token: quickToken.read(), user: null, visit: 0 });

/** Who is signed in; the token is read at once, so that the first request leaves without waiting. */
export const session: Snapshot<Session> = state;

/** Whether this is a guest on a screen that is open to guests (`VITE_OPEN_TRY`). */
export const isGuest = (): boolean => import.meta.env.VITE_OPEN_TRY === '1' && state.token === null;

/** Saves a new token, here and in the durable cache; `isSameUser`: what is shown stays. */
export function saveToken(token: string, isSameUser = false): void {
  if (!isSameUser) state.visit++;
  state.token = token;
  quickToken.write(token);
  savedToken.write(token);
}

let loading: Promise<void> | null = null;

/** Reads the token back from the durable cache when local storage was evicted, once in the life of the page. */
export function loadToken(): Promise<void> {
  loading ??= findToken();
  return loading;
}

async function findToken(): Promise<void> {
  if (session.token) return;
  const token = await savedToken.read();
  if (token && !session.token) saveToken(token);
}

/** Adopts the token that another tab got after this one was refused; false if there is none. */
export function takeNewerToken(): boolean {
  const token = quickToken.read();
  if (token === null || token === state.token) return false;
  Object.assign(state, { token, user: null, visit: state.visit + 1 });
  clearEntries();
  return true;
}

/** Shows the user as they were last seen. */
export function setUser(user: User): void {
  state.user = user;
}

/** Saves the user as the API has just described them; not after they have logged out in the meantime. */
export function saveUser(user: User): void {
  if (state.token === null) return;
  state.user = user;
  savedUser.write(user);
}

/** Removes a token that the server no longer accepts, and the user with it. */
export function clearToken(): void {
  state.token = null;
  state.user = null;
  clearEntries();
  quickToken.remove();
  savedToken.remove();
}

/** The user as they were last seen; null when nothing of them was saved. */
export function loadUserLastSeen(): Promise<User | null> {
  return savedUser.read();
}

/** True while the user pays no coins. */
export function isVip(user: Pick<User, 'vipLevel'> | null): boolean {
  return (user?.vipLevel ?? 0) > 0;
}
