import type { LegalNames } from '../../src/i18n/build-legal-document.ts';
import type { LegalFacts } from '../../src/i18n/legal-facts.ts';

/** Returns the legal facts for a product with our backend and no other services, with some changed facts. */
export function someFacts(changed: Partial<LegalFacts> = {}): LegalFacts {
  return {
    name: 'Studio Sol Ltd',
    address: '1 Harbour Road, Valletta',
    contact: 'mailto:privacy@sol.example',
    country: 'MT',
    since: '',
    leastAge: 14,
    photoDays: 30,
    logDays: 14,
    generator: { name: '', country: 'MT' },
    store: { name: '', country: 'MT' },
    comparesFaces: true,
    hasVisibleLabel: false,
    signIns: ['facebook'],
    payments: ['stripe'],
    verifiedAds: true,
    features: ['consent', 'photos', 'delete-data', 'delete-account', 'share-card', 'client-reports'],
    isOurs: true,
    isEncrypted: true,
    ...changed,
  };
}

/** Names without translation. */
export const plainNames: LegalNames = { country: code => code, service: name => name };
