import { type Static, Type } from 'typebox';
import { type CallDefinition, listOf, Nothing } from './call.ts';

export const User = Type.Object({
  user_id: Type.String(),
  nickname: Type.String(),
  avatar: Type.String({ description: 'an address, or empty' }),
  coins: Type.Integer({ minimum: 0 }),
  vip_level: Type.Integer({ minimum: 0, description: '0: not subscribed' }),
  vip_expire_time: Type.Integer({ description: 'seconds since 1970, or 0' }),
  renewal: Type.Optional(
    Type.Object(
      {
        time: Type.Integer({ description: 'seconds since 1970' }),
        price: Type.Optional(
          Type.Number({ description: 'in `currency`; absent: the store does not say it' }),
        ),
        currency: Type.Optional(Type.String({ description: 'ISO 4217, with `price`' })),
      },
      { description: 'the next payment of a subscription that renews by itself, from six days before' },
    ),
  ),
  consent_version: Type.Optional(
    Type.String({ description: 'what the user has agreed to, see getOperator; empty: nothing' }),
  ),
  features: Type.Optional(
    Type.Array(Type.String(), {
      description: 'what this backend serves beyond the calls that every backend has, a word for each',
    }),
  ),
  pay_channels: Type.Optional(
    Type.Array(Type.String(), {
      description: 'with `pay-channels`: through which channels something can be bought, see createOrder',
    }),
  ),
});

export type User = Static<typeof User>;

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

export type Credentials = Static<typeof Credentials>;

export const StoredPhoto = Type.Object({
  id: Type.String(),
  pic_url: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  upload_time: Type.Integer({ description: 'seconds since 1970' }),
  erase_time: Type.Integer({ description: 'when it will be erased by itself, seconds since 1970' }),
});

export type StoredPhoto = Static<typeof StoredPhoto>;

export const ErasureReceipt = Type.Object({
  id: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  erase_time: Type.Integer({ description: 'seconds since 1970' }),
});

export type ErasureReceipt = Static<typeof ErasureReceipt>;

const SupportAccess = Type.Object({
  until: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601; null: it may not' }),
});

export const accountCalls = {
  login: {
    method: 'POST',
    summary: 'Exchange the token of a login provider for a token of this API',
    auth: 'none',
    body: Type.Object({
      login_type: Type.String({ minLength: 1, maxLength: 40 }),
      token: Type.String({ minLength: 1, maxLength: 4096 }),
      redirect_uri: Type.Optional(
        Type.String({ maxLength: 2048, description: 'with an OpenID Connect code: where it came back to' }),
      ),
      code_verifier: Type.Optional(
        Type.String({ pattern: '^[\\w.~-]{43,128}$', description: 'with it: the secret of PKCE (RFC 7636)' }),
      ),
      nonce: Type.Optional(
        Type.String({
          minLength: 16,
          maxLength: 200,
          description: 'with it: what its identity token must name',
        }),
      ),
      iss: Type.Optional(
        Type.String({ maxLength: 2048, description: 'with it: what the issuer called itself (RFC 9207)' }),
      ),
    }),
    data: Type.Object({ token: Type.String() }),
  },
  getUserInfo: { method: 'GET', summary: 'The user who is signed in', data: User },
  getOssStsInfo: {
    method: 'GET',
    summary: 'Credentials for 15 minutes that may put photos below the own prefix',
    data: Credentials,
  },
  getPhotos: {
    method: 'GET',
    summary: 'The photos of the user that are stored, the latest first, at most 100',
    data: listOf(StoredPhoto),
    feature: 'photos',
  },
  deletePhoto: {
    method: 'POST',
    summary: 'Erase one photo at once',
    body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
    data: ErasureReceipt,
    feature: 'photos',
  },
  getSupportAccess: {
    method: 'GET',
    summary: 'Whether support may see the pictures of the user',
    data: SupportAccess,
    feature: 'support-access',
  },
  allowSupport: {
    method: 'POST',
    summary: 'Let support see the pictures of the user for 24 hours, or no longer',
    body: Type.Object({ allow: Type.Boolean() }),
    data: SupportAccess,
    feature: 'support-access',
  },
  logout: { method: 'POST', summary: 'Make the token worthless', data: Nothing, feature: 'log-out' },
  deleteAllPics: {
    method: 'POST',
    summary: 'Delete all photos, pics and jobs',
    data: Nothing,
    feature: 'delete-data',
  },
  deleteAccount: {
    method: 'POST',
    summary: 'Delete the account with everything in it',
    data: Nothing,
    feature: 'delete-account',
  },
} satisfies Record<string, CallDefinition>;
