import type { Static, TSchema } from 'typebox';
import { accountCalls } from './account.ts';
import { dataCopyCalls } from './data-copy.ts';
import type { Feature } from './features.ts';
import { jobCalls } from './jobs.ts';
import { moneyCalls } from './money.ts';
import { operatorCalls } from './operator.ts';
import { pushCalls } from './push.ts';
import { reportCalls } from './reports.ts';
import { shareCardCalls } from './share-cards.ts';
import { templateCalls } from './templates.ts';
import { wechatCalls } from './wechat.ts';

/** Every call of the API by its name: the server's routes, the OpenAPI document, the app and the tests follow from it. */
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

/** The name of a call. */
export type CallName = keyof Calls;

/** The names of the calls of one method. */
export type NameBy<Method extends 'GET' | 'POST'> = {
  [Name in CallName]: Calls[Name]['method'] extends Method ? Name : never;
}[CallName];

/** The names of the calls that carry no token. */
export type PublicName = {
  [Name in CallName]: Calls[Name] extends { auth: 'none' } ? Name : never;
}[CallName];

type Part<Name extends CallName, Place extends string> =
  Calls[Name] extends Record<Place, infer Schema extends TSchema> ? Static<Schema> : Record<string, never>;

/** What a call takes in its query. */
export type Query<Name extends CallName> = Part<Name, 'query'>;

/** What a call takes in its body. */
export type Body<Name extends CallName> = Part<Name, 'body'>;

/** What a call takes in its headers, beside those of all calls. */
export type Headers<Name extends CallName> = Part<Name, 'headers'>;

/** The word that must be declared before the app makes a call; never for one that every backend has. */
export type FeatureOf<Name extends CallName> = Calls[Name] extends { feature: infer Word extends Feature }
  ? Word
  : never;

/** What a call returns in `data`. */
export type Data<Name extends CallName> = Static<Calls[Name]['data']>;
