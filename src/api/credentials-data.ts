import type * as Contract from '../../server/contract/account.ts';
import { object, type Parsed, string } from '../platform/parse.ts';
import type { OssCredentials } from '../platform/upload/store-options.ts';
import { type Fields, maybe, words } from './data.ts';
import { time } from './time.ts';

export const parseCredentials = object({
  access_key_id: words,
  access_key_secret: string,
  security_token: string,
  region: string,
  bucket: string,
  endpoint: maybe(string, undefined),
  prefix: maybe(string, ''),
  expiration: maybe(time, null),
} satisfies Fields<Contract.Credentials>);

export function toOssCredentials(data: Parsed<typeof parseCredentials>): OssCredentials {
  return {
    accessKeyId: data.access_key_id,
    accessKeySecret: data.access_key_secret,
    securityToken: data.security_token,
    region: data.region,
    bucket: data.bucket,
    endpoint: data.endpoint,
  };
}
