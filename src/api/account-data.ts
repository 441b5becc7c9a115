import type * as Contract from '../../server/contract/account.ts';
import type { Data } from '../../server/contract/calls.ts';
import { object, string } from '../platform/parse.ts';
import { type Fields, idText, list, maybe, number, words } from './data.ts';
import { time } from './time.ts';

/** Some APIs send nothing about the user except the VIP level, and omit even that level if it is 0. */
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
  renewal: maybe(object({ time, price: maybe(number, null), currency: maybe(string, '') }), null),
} satisfies Fields<Contract.User>);

/** `words` rejects an empty token, because a saved empty token would look like a signed-in user. */
export const parseLogin = object({ token: words } satisfies Fields<Data<'login'>>);
