import type * as Contract from '../../server/contract/account.ts';
import type { Data } from '../../server/contract/calls.ts';
import { object, string } from '../platform/parse.ts';
import { type Fields, idText, list, maybe, number, words } from './data.ts';
import { time } from './time.ts';

/** Reads the user; an API that is not ours promises the VIP level only, and may leave out 0. */
export const parseUser = object({
  user_id: maybe(idText, ''),
  nickname: maybe(words, ''),
  avatar: maybe(string, ''),
  vip_level: maybe(number, 0),
  vip_expire_time: maybe(time, 0),
  coins: maybe(number, null),
  features: maybe(list(string), []),
  consent_version: maybe(string, ''),
  pay_channels: maybe(list(string), null),
} satisfies Fields<Contract.User>);

/** Reads the token of a sign-in: kept as a token, an empty text would look like a user who is signed in. */
export const parseLogin = object({ token: words } satisfies Fields<Data<'login'>>);
