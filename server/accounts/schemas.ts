import { Type } from 'typebox';

/** The person, as the app sees them. */
export const User = Type.Object({
  user_id: Type.String(),
  nickname: Type.String(),
  avatar: Type.String({ description: 'an address, or empty' }),
  coins: Type.Integer({ minimum: 0 }),
  vip_level: Type.Integer({ minimum: 0, description: '0: not subscribed' }),
  vip_expire_time: Type.Integer({ description: 'seconds since 1970, or 0' }),
});

/** Temporary credentials of the object store. */
export const Credentials = Type.Object({
  access_key_id: Type.String(),
  access_key_secret: Type.String(),
  security_token: Type.String(),
  expiration: Type.String({ description: 'ISO 8601' }),
  region: Type.String(),
  bucket: Type.String(),
  endpoint: Type.Optional(
    Type.String({ description: 'an OSS-compatible endpoint, path style; absent: the one of the region' }),
  ),
  prefix: Type.String({ description: 'the only key prefix that the credentials may write' }),
});
