import { NetworkError } from '../../api/errors.ts';
import { getOperator, type Operator } from '../../api/operator.ts';
import type { LegalFacts, LegalPlace } from '../../i18n/legal-facts.ts';
import { array, boolean, nullable, number, object, string } from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';
import { session } from '../../state/session.ts';
import { hasFeature } from './has-feature.ts';

const place = nullable(object<LegalPlace>({ name: string, country: string, contact: string }));

/** The API's last response, saved so that the legal texts can be read offline. */
const savedOperator = saved(
  'tyy.operator',
  object<Operator>({
    name: string,
    address: string,
    contact: string,
    country: string,
    since: string,
    leastAge: number,
    photoDays: nullable(number),
    logDays: nullable(number),
    generator: place,
    store: place,
    comparesFaces: boolean,
    hasVisibleLabel: boolean,
    signIns: array(string),
    payments: array(string),
    verifiedAds: boolean,
    features: array(string),
    consentVersion: string,
  }),
);

/** Returns facts about the operator of the product; null if the API has none. Rejects if a call fails. */
export async function loadOperator(): Promise<Operator | null> {
  const isGuest = session.token === null;
  // APIs declare no features to guests. For a guest, call only an API on the page's own origin, which is surely ours.
  if (isGuest ? appSettings.apiBase : !(await hasFeature('operator'))) return null;
  const operator = await getOperator({ isGuest });
  savedOperator.write(operator);
  return operator;
}

/** Returns the facts for the legal texts: from the API, else from its last response, else from the page. */
export async function loadLegalFacts(): Promise<LegalFacts> {
  try {
    return factsOf(await loadOperator());
  } catch (error) {
    const last = await savedOperator.read();
    if (last) return factsOf(last);
    // For a guest, the API may not have this call; then use the facts in the page.
    if (error instanceof NetworkError || session.token) throw error;
    return factsOf(null);
  }
}

export function factsOf(operator: Operator | null): LegalFacts {
  const isEncrypted = location.protocol === 'https:';
  return operator ? { ...operator, isOurs: true, isEncrypted } : { ...fromPage(), isEncrypted };
}

function fromPage(): Omit<LegalFacts, 'isEncrypted'> {
  const { operatorGenerator, operatorGeneratorCountry, operatorStore, operatorStoreCountry } = appSettings;
  return {
    name: appSettings.operatorName ?? '',
    address: appSettings.operatorAddress ?? '',
    contact: appSettings.operatorContact ?? '',
    country: appSettings.operatorCountry ?? '',
    since: appSettings.operatorSince ?? '',
    leastAge: appSettings.operatorLeastAge ?? 14,
    photoDays: appSettings.operatorPhotoDays ?? null,
    logDays: null,
    generator: placeOf(operatorGenerator, operatorGeneratorCountry),
    store: placeOf(operatorStore, operatorStoreCountry),
    comparesFaces: false,
    hasVisibleLabel: false,
    signIns: [],
    payments: [],
    verifiedAds: false,
    features: session.user?.features ?? [],
    isOurs: false,
  };
}

function placeOf(name: string | undefined, country = ''): LegalPlace | null {
  return name ? { name: name === 'own' ? '' : name, country } : null;
}
