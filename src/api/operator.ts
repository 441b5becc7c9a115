import type * as Contract from '../../server/contract/operator.ts';
import type { LegalFacts } from '../i18n/legal-facts.ts';
import { object, string } from '../platform/parse.ts';
import { get, post } from './client.ts';
import { type Fields, list, maybe, nothing, number, words } from './data.ts';

/** Facts about the operator of the product. `consentVersion` is the version of the consent that users must give. */
export interface Operator extends Omit<LegalFacts, 'isEncrypted' | 'isOurs'> {
  consentVersion: string;
}

const parsePlace = object({
  name: maybe(string, ''),
  country: maybe(string, ''),
  contact: maybe(string, ''),
});

const parseOperator = object({
  name: maybe(words, ''),
  address: maybe(words, ''),
  contact: maybe(words, ''),
  country: maybe(words, ''),
  since: maybe(words, ''),
  least_age: number,
  photo_days: maybe(number, null),
  log_days: maybe(number, 0),
  generator: maybe(parsePlace, null),
  store: maybe(parsePlace, null),
  compares_faces: (value: unknown) => value === true,
  visible_label: (value: unknown) => value === true,
  sign_ins: maybe(list(string), []),
  payments: maybe(list(string), []),
  verified_ads: (value: unknown) => value === true,
  features: maybe(list(string), []),
  consent_version: maybe(words, ''),
} satisfies Fields<Contract.Operator>);

/** Loads the operator's facts. Guests skip the feature check, because APIs declare no features to them. */
export async function getOperator({ isGuest = false } = {}): Promise<Operator> {
  const options = { signIn: false, ...(!isGuest && { feature: 'operator' }) };
  const data = await get('getOperator', {}, parseOperator, options as { feature: 'operator' });
  return {
    name: data.name,
    address: data.address,
    contact: data.contact,
    country: data.country,
    since: data.since,
    leastAge: data.least_age,
    photoDays: data.photo_days,
    logDays: data.log_days || null,
    generator: data.generator,
    store: data.store,
    comparesFaces: data.compares_faces,
    hasVisibleLabel: data.visible_label,
    signIns: data.sign_ins,
    payments: data.payments,
    verifiedAds: data.verified_ads,
    features: data.features,
    consentVersion: data.consent_version,
  };
}

export async function giveConsent(version: string): Promise<void> {
  await post('giveConsent', { version }, nothing, { feature: 'consent', toast: true });
}

/** Withdraws consent; the server also erases the user's photos. */
export async function withdrawConsent(): Promise<void> {
  await post('withdrawConsent', {}, nothing, { feature: 'consent', toast: true });
}
