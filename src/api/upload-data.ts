import type * as Contract from '../../server/contract/account.ts';
import { object, string } from '../platform/parse.ts';
import { type Fields, id, maybe, time } from './data.ts';

/** Reads the credentials of the object store. */
export const parseCredentials = object({
  access_key_id: id,
  access_key_secret: string,
  security_token: string,
  region: string,
  bucket: string,
  endpoint: maybe(string, undefined),
  prefix: maybe(string, ''),
  expiration: maybe(time, null),
} satisfies Fields<Contract.Credentials>);
