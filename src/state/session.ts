import { proxy, type Snapshot } from 'valtio';
import { clearEntries } from '../platform/entry-memory.ts';
import {
  array,
  matching,
  number,
  object,
  optional,
  type Parsed,
  string,
  unixTime,
} from '../platform/parse.ts';
import { saved, savedLocally } from '../platform/storage/saved.ts';

/** The signed-in user, as the API describes them. */
const userParser = object({
  userId: string,
  nickname: optional(string, ''),
  avatar: optional(string, ''),
  /** 0 if the user is not a subscriber. */
  vipLevel: number,
  /** End of the subscription in Unix seconds; 0 if there is no end or the API does not send it. */
  vipExpireTime: optional(unixTime, 0),
  /** Null if the API does not send the number. */
  coins: optional(number, null),
  /** The features that the API declares beyond the basic API. */
  features: optional(array(string), [] as string[]),
  /** Version of the consent that the user gave; empty if the user gave none. */
  consentVersion: optional(string, ''),
  /** The payment channels of the API; null if the API does not name them. */
  payChannels: optional(array(string), null),
});

/** The next payment of a subscription that renews soon; the price is null if the store does not say it. */
export interface Renewal {
  /** Unix seconds. */
  time: number;
  price: number | null;
  currency: string;
}

/** `renewal` is not saved, so that the app shows only what the server has just said. */
export type User = Snapshot<Parsed<typeof userParser>> & { renewal?: Renewal | null };

/** Allows only characters that a header may contain. Servers accept at most 4,096 characters. */
const tokenParser = matching(/^[\x21-\x7e]{1,4096}$/);

const savedToken = saved('tyy.token', tokenParser);
const quickToken = savedLocally('tyy.token', tokenParser);

const savedUser = saved<User>('tyy.user', userParser);

interface Session {
  token: string | null;
  user: User | null;
  /** Grows with each sign-in. As the new user may be a different one, screens then load all the user's data again. */
  visit: number;
}

const state = proxy<Session>({ token: quickToken.read(), user: null, visit: 0 });

/** The token is read synchronously, so that the first request does not have to wait. */
export const session: Snapshot<Session> = state;

/** Saves a token in local storage and in the durable cache. If `isSameUser` is true, screens keep the user's data. */
export function saveToken(token: string, isSameUser = false): void {
  if (!isSameUser) state.visit++;
  state.token = token;
  quickToken.write(token);
  savedToken.write(token);
}

let loading: Promise<void> | null = null;

/** Loads the token from the durable cache, because the browser may have cleared local storage. Runs once per page. */
export function loadToken(): Promise<void> {
  loading ??= findToken();
  return loading;
}

async function findToken(): Promise<void> {
  if (session.token) return;
  const token = await savedToken.read();
  if (token && !session.token) saveToken(token);
}

/** Uses the token that another tab has saved, if it differs from this tab's refused token. False if there is none. */
export function takeNewerToken(): boolean {
  const token = quickToken.read();
  if (token === null || token === state.token) return false;
  Object.assign(state, { token, user: null, visit: state.visit + 1 });
  clearEntries();
  return true;
}

export function setUser(user: User): void {
  state.user = user;
}

/** Saves the user that the API just sent, unless the user has logged out meanwhile. */
export function saveUser(user: User): void {
  if (state.token === null) return;
  state.user = user;
  savedUser.write(user);
}

/** Removes the user from memory, and the token from memory and storage, because the token is no longer valid. */
export function clearToken(): void {
  state.token = null;
  state.user = null;
  clearEntries();
  quickToken.remove();
  savedToken.remove();
}

/** Loads the user as saved last; null if no user was saved. */
export const loadUserLastSeen = (): Promise<User | null> => savedUser.read();

/** True for subscribers, who pay no coins. */
export const isVip = (user: Pick<User, 'vipLevel'> | null): boolean => (user?.vipLevel ?? 0) > 0;
