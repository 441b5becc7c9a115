import type { Limits } from '../../../server/contract/limits.ts';
import { giveConsent, withdrawConsent } from '../../api/operator.ts';
import { eraseStoredPhoto, getStoredPhotos } from '../../api/photos.ts';
import { loadExtraWords } from '../../i18n/extra-words.ts';
import type { LegalFacts } from '../../i18n/legal-facts.ts';
import { string } from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';
import { toast, withLoading } from '../../state/overlay.ts';
import { loadUserLastSeen, session } from '../../state/session.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { clearDraft } from '../draft/clear-draft.ts';
import { hasFeature } from './has-feature.ts';
import { factsOf, loadOperator } from './load-legal-facts.ts';
import { loadUser } from './load-user.ts';

const consentText = 2 satisfies Limits['consentText'];

/** Version of the consent that the user gave; used if the API does not record consent. */
export const savedConsent = saved('tyy.consent', string);

interface Consent {
  facts: LegalFacts;
  version: string;
  isRecorded: boolean;
  isGiven: boolean;
}

let isDeclined = false;

/** True after "Not now". Until a reload, the app then asks only if the user does something that needs consent. */
export const hasDeclined = (): boolean => isDeclined;

/** Finds out which consent is needed, and if the user has given it on any device. Rejects if that fails. */
export async function findConsent(): Promise<Consent> {
  // Without the user's features, the app would assume that the API records no consent, and ask again.
  if (!session.user && !(await loadUserLastSeen())) await loadUser({ signIn: false });
  const operator = await loadOperator();
  const facts = factsOf(operator);
  if (operator && (await hasFeature('consent'))) {
    const { consentVersion } = await loadUser({ signIn: false });
    const version = operator.consentVersion;
    return { facts, version, isRecorded: true, isGiven: consentVersion === version };
  }
  const { name, country, leastAge, photoDays, generator } = facts;
  const version = JSON.stringify([consentText, name, country, leastAge, photoDays, generator]);
  return { facts, version, isRecorded: false, isGiven: (await savedConsent.read()) === version };
}

/** Asks for consent and saves it. Returns false if the user chooses "Not now". */
export async function askConsent({ facts, version, isRecorded }: Consent): Promise<boolean> {
  const { openConsentSheet } = await import('./open-consent-sheet.ts');
  isDeclined = (await openConsentSheet(facts)) !== 'agree';
  if (isDeclined) return false;
  if (!isRecorded) await savedConsent.write(version);
  else {
    await withLoading('make-pic.checking', () => giveConsent(version));
    await loadUser({ signIn: false }).catch(() => undefined);
  }
  return true;
}

/** Asks the user, then withdraws the consent and erases the photos. Returns true if the consent was withdrawn. */
export async function takeConsentBack(): Promise<boolean> {
  await loadExtraWords();
  const isRecorded = await hasFeature('consent');
  const canErase = isRecorded || (await hasFeature('photos'));
  const text = canErase ? 'consent.take-back-text' : 'consent.take-back-here';
  const question = { title: 'consent.take-back-title', text } as const;
  if (!(await userAgrees(question, 'consent.take-back', 'danger'))) return false;
  try {
    await withLoading('delete-data.running', async () => {
      if (isRecorded) await withdrawConsent();
      else if (canErase) await eraseAll();
      await Promise.all([savedConsent.remove(), clearDraft()]);
    });
  } catch {
    // The API client has shown the error.
    return false;
  }
  await loadUser({ signIn: false }).catch(() => undefined);
  toast('consent.taken-back');
  return true;
}

async function eraseAll(): Promise<void> {
  for (let photos = await getStoredPhotos(); photos.length > 0; photos = await getStoredPhotos())
    for (const { id } of photos) await eraseStoredPhoto(id);
}
