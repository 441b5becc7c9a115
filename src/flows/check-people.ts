import { ApiError } from '../api/errors.ts';
import { findOtherPeople } from '../api/find-other-people.ts';
import { updatePhoto, wizard } from '../state/wizard.ts';
import { withoutSign } from './known-photo.ts';

/** How often a server is asked that says that it is busy. */
const mostRequests = 3;
/** A busy server is waited for no longer, whatever it says, seconds. */
const longestDelay = 10;

/** The pairs of front photo and another one that the server has compared in this visit. */
const compared = new Set<string>();

let last: Promise<unknown> = Promise.resolve();

/**
 * Marks photos that show someone else than the front photo, where the API can tell. The user is asked once about each.
 * Nothing waits for this, and a failed check is repeated later.
 */
export function checkPeople(): Promise<unknown> {
  last = last.then(checkNow).catch(() => undefined);
  return last;
}

/** Whether there are photos that have not been compared with the front photo. */
export const arePeopleUnknown = (): boolean => notCompared().length > 0;

type Addressed = { address: string | null };
const nameOf = ({ address }: Addressed) => withoutSign(address ?? '');
const pairOf = (front: Addressed, photo: Addressed) => `${nameOf(front)} ${nameOf(photo)}`;

function notCompared() {
  const [front, ...others] = wizard.photos;
  if (!front?.address) return [];
  return others.filter(
    photo =>
      photo.status === 'ready' &&
      photo.address &&
      photo.doubt !== 'settled' &&
      !compared.has(pairOf(front, photo)),
  );
}

async function checkNow(): Promise<void> {
  const [front] = wizard.photos;
  if (!front?.address) return;
  // It was compared with another front photo.
  if (front.doubt === 'other') updatePhoto(front.id, { doubt: '' });
  const unknown = notCompared();
  if (unknown.length === 0) return;
  const found = await askServer([front, ...unknown].map(nameOf));
  for (const photo of unknown) {
    const isOther = found.get(nameOf(photo));
    if (isOther === undefined || wizard.photos[0]?.id !== front.id) continue;
    compared.add(pairOf(front, photo));
    if (isOther || photo.doubt === 'other') updatePhoto(photo.id, { doubt: isOther ? 'other' : '' });
  }
}

async function askServer(names: string[]): Promise<Map<string, boolean>> {
  for (let request = 1; ; request++) {
    try {
      return await findOtherPeople(names);
    } catch (error) {
      const delay = error instanceof ApiError ? error.retryAfter : 0;
      if (delay === 0 || delay > longestDelay || request === mostRequests) throw error;
      await new Promise(resolve => setTimeout(resolve, delay * 1000));
    }
  }
}
