import { type Static, Type } from 'typebox';
import { type CallDefinition, Nothing } from './call.ts';

/** The service that makes or stores the pictures. */
const Place = Type.Object({
  name: Type.String({ description: 'of the service; empty: a server of the operator’s own' }),
  country: Type.String({ description: 'its code by ISO 3166, or empty' }),
  contact: Type.Optional(Type.String({ description: 'address of the service for questions about the data' })),
});

/** Facts about the operator. An empty text, or 0 for the days of logs, means that the operator gave no value. */
export const Operator = Type.Object({
  name: Type.String(),
  address: Type.String(),
  contact: Type.String({ description: 'an address on the web or of mail' }),
  country: Type.String({ description: 'its code by ISO 3166, or empty' }),
  since: Type.String({ description: 'day since which all this holds, YYYY-MM-DD, or empty' }),
  least_age: Type.Integer({ description: 'years' }),
  photo_days: Type.Integer({ description: 'days after which a photo is erased by itself' }),
  log_days: Type.Integer(),
  generator: Place,
  store: Place,
  compares_faces: Type.Boolean({
    description: 'whether it is computed if several photos show the same person',
  }),
  visible_label: Type.Boolean({ description: 'whether each picture has a visible AI label' }),
  sign_ins: Type.Array(Type.String(), { description: 'the services that confirm who a user is' }),
  payments: Type.Array(Type.String(), { description: 'the services that take money' }),
  verified_ads: Type.Boolean({ description: 'whether AdMob tells the server of watched ads' }),
  features: Type.Array(Type.String(), { description: 'the same as in getUserInfo, for guests' }),
  consent_version: Type.String({ description: 'what giveConsent takes; another one after each change' }),
});

export type Operator = Static<typeof Operator>;

export const operatorCalls = {
  getOperator: {
    method: 'GET',
    summary: 'Who runs the product and what happens to photos, also for guests',
    data: Operator,
    feature: 'operator',
  },
  giveConsent: {
    method: 'POST',
    summary: 'Note that the user agrees to what consent_version of getOperator stands for',
    body: Type.Object({ version: Type.String({ minLength: 1, maxLength: 100 }) }),
    data: Nothing,
    feature: 'consent',
  },
  withdrawConsent: {
    method: 'POST',
    summary: 'Take the consent back: all photos of the user are erased, pics stay',
    data: Nothing,
    feature: 'consent',
  },
} satisfies Record<string, CallDefinition>;
