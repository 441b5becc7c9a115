import { type Static, type TSchema, Type } from 'typebox';
import { accountCalls } from './account.ts';
import { type CallDefinition, Nothing } from './call.ts';
import type { Feature } from './features.ts';
import { jobCalls } from './jobs.ts';
import { moneyCalls } from './money.ts';
import { operatorCalls } from './operator.ts';
import { reportCalls, shareCardCalls } from './share-cards.ts';
import { templateCalls } from './templates.ts';

const wechatCalls = {
  jsapisignature: {
    method: 'POST',
    summary: "Sign the address of a page for WeChat's JS-SDK",
    auth: 'none',
    body: Type.Object({
      url: Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'the address of the page; a fragment is cut off',
      }),
    }),
    data: Type.Object({
      app_id: Type.String(),
      timestamp: Type.Integer({ description: 'seconds since 1970' }),
      nonce_str: Type.String(),
      signature: Type.String({ description: 'SHA-1, lower-case hex' }),
    }),
  },
} satisfies Record<string, CallDefinition>;

const dataCopyCalls = {
  createDataCopy: {
    method: 'POST',
    summary: 'An address for a day at which the user gets a ZIP of all that is stored of them',
    data: Type.Object({
      url: Type.String({ description: 'opens as long as the user is signed in; the last one alone' }),
      expire_time: Type.Integer({ description: 'seconds since 1970' }),
    }),
    feature: 'data-copy',
  },
} satisfies Record<string, CallDefinition>;

/** Web Push: notifies a device when a job ends, even if the app is closed. */
const pushCalls = {
  getPushKey: {
    method: 'GET',
    summary: 'The key (VAPID, RFC 8292) for which a browser subscribes to push messages',
    data: Type.Object({ key: Type.String({ description: 'base64url, 65 bytes' }) }),
    feature: 'push',
  },
  subscribePush: {
    method: 'POST',
    summary: 'Tell this device when a running job is over; a job that is over already tells nobody',
    body: Type.Object({
      train_id: Type.String({ maxLength: 64 }),
      generate_id: Type.Optional(Type.String({ maxLength: 64, description: 'may be missing or empty' })),
      endpoint: Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'where the push service takes messages for the device: https, a public name, no port',
      }),
      keys: Type.Object({
        p256dh: Type.String({ minLength: 1, maxLength: 100, description: 'base64url, 65 bytes' }),
        auth: Type.String({ minLength: 1, maxLength: 100, description: 'base64url, 16 bytes' }),
      }),
    }),
    data: Nothing,
    feature: 'push',
  },
} satisfies Record<string, CallDefinition>;

/** The server's routes, the OpenAPI document, the app's client and the tests are built from this table. */
export const calls = {
  ...accountCalls,
  ...templateCalls,
  ...jobCalls,
  ...moneyCalls,
  ...wechatCalls,
  ...shareCardCalls,
  ...operatorCalls,
  ...dataCopyCalls,
  ...reportCalls,
  ...pushCalls,
};

type Calls = typeof calls;

export type CallName = keyof Calls;

export type NameBy<Method extends 'GET' | 'POST'> = {
  [Name in CallName]: Calls[Name]['method'] extends Method ? Name : never;
}[CallName];

export type PublicName = {
  [Name in CallName]: Calls[Name] extends { auth: 'none' } ? Name : never;
}[CallName];

type Part<Name extends CallName, Place extends string> =
  Calls[Name] extends Record<Place, infer Schema extends TSchema> ? Static<Schema> : Record<string, never>;

export type Query<Name extends CallName> = Part<Name, 'query'>;

export type Body<Name extends CallName> = Part<Name, 'body'>;

export type Headers<Name extends CallName> = Part<Name, 'headers'>;

/** The feature that a backend must declare before the app makes the call; `never` if the specification has the call. */
export type FeatureOf<Name extends CallName> = Calls[Name] extends { feature: infer Word extends Feature }
  ? Word
  : never;

export type Data<Name extends CallName> = Static<Calls[Name]['data']>;
