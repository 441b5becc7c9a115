import type privacy from './en.privacy.json';
import type term from './en.term.json';
import type { LegalFacts, LegalPlace } from './legal-facts.ts';
import { sendsPhotosAbroad } from './sends-photos-abroad.ts';
import { spaced } from './service-names.ts';

/** A legal text in one language, with `{values}` to fill in. A point's name is its key in `conditionsOf`. */
export interface LegalWords {
  /** Date of the last change to the text, for example '2026-01-31'. */
  updated: string;
  intro: string;
  phrases: Record<string, string>;
  sections: Record<string, { title: string; points: Record<string, string> }>;
}

/** Points with the value false are left out. Several points are shown as a list. */
export interface LegalSection {
  title: string;
  points: Record<string, string | false>;
}

export interface LegalDocument {
  updated: string;
  intro: string;
  sections: LegalSection[];
}

/** Translates country codes and the API's names of services into the text's language. */
export interface LegalNames {
  country(code: string): string;
  service(name: string): string;
}

type SectionsOf<Words extends { sections: object }> = Words['sections'][keyof Words['sections']];
type PointsOf<Section> = Section extends { points: infer Points } ? keyof Points : never;
type Point = PointsOf<SectionsOf<typeof privacy> | SectionsOf<typeof term>>;

export function buildLegalDocument(words: LegalWords, facts: LegalFacts, names: LegalNames): LegalDocument {
  const { updated, intro, phrases, sections } = words;
  const isTrue: Record<string, boolean> = conditionsOf(facts);
  const values = valuesOf(phrases, facts, names);
  const pointsOf = (points: Record<string, string>) =>
    Object.entries(points).map(([name, point]) => [
      name,
      (isTrue[name] ?? true) && spaced(fill(point, values)),
    ]);
  return {
    updated,
    intro,
    sections: Object.values(sections).map(({ title, points }) => ({
      title,
      points: Object.fromEntries(pointsOf(points)),
    })),
  };
}

/** Conditions for the points that apply only to some deployments. */
function conditionsOf(facts: LegalFacts) {
  const { generator, store, photoDays, logDays, features, isOurs, signIns, payments } = facts;
  const has = (feature: string) => features.includes(feature);
  const isTrial = signIns.includes('sandbox');
  const takesNoMoney = payments.includes('sandbox');
  const sells = payments.length > 0 || !isOurs;
  return {
    'operator-name': facts.name !== '',
    'operator-contact': facts.contact !== '',
    trial: isTrial,
    'short-days': photoDays !== null,
    'photo-checks': isOurs,
    'faces-compared': facts.comparesFaces,
    'faces-not-compared': isOurs && !facts.comparesFaces,
    'consent-kept': has('consent'),
    logs: isOurs,
    reports: has('report'),
    'client-reports': has('client-reports'),
    'face-needed': photoDays !== null,
    'consent-back': has('consent'),
    'store-own': store?.name === '',
    'store-service': Boolean(store?.name),
    'upload-permission': isOurs,
    'generator-own': generator?.name === '',
    'generator-service': Boolean(generator?.name) && !sendsPhotosAbroad(facts),
    'generator-abroad': sendsPhotosAbroad(facts),
    'support-access': has('support-access'),
    'signed-links': isOurs,
    'public-link': has('share-card'),
    'sign-in-services': signIns.length > 0 && !isTrial,
    'payment-services': payments.length > 0 && !takesNoMoney,
    'verified-ads': facts.verifiedAds,
    'push-services': has('push'),
    'photo-days': photoDays !== null,
    'session-days': isOurs,
    'account-kept': has('delete-account'),
    'gone-account': isOurs,
    'takings-kept': isOurs,
    'log-days': logDays !== null,
    'delete-all': has('delete-data'),
    'delete-account': has('delete-account'),
    copy: has('data-copy'),
    encrypted: facts.isEncrypted,
    hashes: isOurs,
    'own-only': isOurs,
    review: isOurs,
    'coins-held': isOurs,
    'coins-lasting': isOurs,
    'trial-payments': takesNoMoney,
    price: sells && !takesNoMoney,
    once: isOurs && sells,
    withdrawal: sells && !takesNoMoney,
    subscription: sells,
    'paid-once': isOurs && sells,
    labels: isOurs && !facts.hasVisibleLabel,
    'labels-visible': isOurs && facts.hasVisibleLabel,
    leaving: has('delete-account'),
  } satisfies Partial<Record<Point, boolean>>;
}

function valuesOf(phrases: Record<string, string>, facts: LegalFacts, names: LegalNames) {
  const { name, address, country, contact, leastAge, photoDays, logDays, generator, store } = facts;
  const say = (phrase: string, values: Record<string, string>) => fill(phrases[phrase] ?? '', values);
  const days = (count: number | null) => say(count === 1 ? 'days_one' : 'days_other', { count: `${count}` });
  const within = (phrase: string, place: LegalPlace | null) =>
    place?.country ? say(phrase, { country: names.country(place.country) }) : '';
  return {
    operator: [name, address, country && names.country(country)].filter(Boolean).join(phrases.comma),
    contact: plain(contact),
    'least-age': `${leastAge}`,
    'photo-days': days(photoDays),
    'log-days': days(logDays),
    generator: names.service(generator?.name ?? ''),
    'generator-contact': generator?.contact ? say('contact', { contact: plain(generator.contact) }) : '',
    'generator-in': within('in', generator),
    store: names.service(store?.name ?? ''),
    'store-in': within('in', store),
    'store-inside': within('inside', store),
    'sign-ins': facts.signIns.map(names.service).join(phrases.list),
    payments: facts.payments.map(names.service).join(phrases.list),
  };
}

const plain = (address: string) => address.replace(/^mailto:/, '');

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{([\w-]+)\}/g, (_, name: string) => values[name] ?? '');
