import type { LegalFacts } from './legal-facts.ts';

/** True if another company in another country makes the pictures, which needs a consent of its own. */
export function sendsPhotosAbroad({
  generator,
  country,
}: Pick<LegalFacts, 'generator' | 'country'>): boolean {
  return Boolean(generator?.name && generator.country && country && generator.country !== country);
}
