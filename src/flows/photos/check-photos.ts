import { ApiError } from '../../api/errors.ts';
import { findInPhotos } from '../../api/find-in-photos.ts';
import { updatePhoto, wizard } from '../../state/wizard.ts';
import { withoutSign } from '../draft/known-photo.ts';
import { isKnownReason, isRefusal } from './advice-key.ts';
import { findingsOf, markAdvised } from './passes-coach.ts';

/** Maximum number of requests to a busy server. */
const mostRequests = 3;
/** Maximum delay that the app accepts from a busy server, in seconds. */
const longestDelay = 10;

/** Pairs of front photo and other photo that the server has already compared during this visit. */
const compared = new Set<string>();
/** Problems that the server found during this visit. The key contains the photo and its role (front or other). */
const looked = new Map<string, string[]>();

let last: Promise<unknown> = Promise.resolve();

/**
 * Asks the server to check the photos. Blocks refused photos and marks those of another person. Repeats failed checks
 * later.
 */
export function checkPhotos(): Promise<unknown> {
  last = last.then(checkNow).catch(() => undefined);
  return last;
}

/** True if a photo still has to be checked by the server or compared with the front photo. */
export const arePhotosUnknown = (): boolean => notCompared().length > 0 || notLookedAt().length > 0;

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
      photo.doubt !== 'dismissed' &&
      !compared.has(pairOf(front, photo)),
  );
}

const placeOf = (photo: Addressed & { id: string }) =>
  `${photo.id === wizard.photos[0]?.id} ${nameOf(photo)}`;

function notLookedAt() {
  const { photos } = wizard;
  return photos.filter(photo => photo.status === 'ready' && photo.address && !looked.has(placeOf(photo)));
}

/** Blocks a refused photo. Also blocks the front photo if the server advises against it and it has no advice yet. */
function judge(photo: (typeof wizard.photos)[number], problems: readonly string[]): void {
  const known = problems.filter(isKnownReason);
  const refusal = known.find(isRefusal);
  const [advice] = photo.id === wizard.photos[0]?.id && photo.advice === '' ? known : [];
  if (photo.status === 'ready' && (refusal || advice)) markAdvised(photo.id, refusal ?? advice!);
}

async function checkNow(): Promise<void> {
  const [front] = wizard.photos;
  if (!front?.address) return;
  // Remove this doubt, because it comes from a comparison with an earlier front photo.
  if (front.doubt === 'other') updatePhoto(front.id, { doubt: '' });
  const unknown = notCompared();
  const unseen = notLookedAt();
  if (unknown.length + unseen.length === 0) return;
  const asked = new Set([front, ...unknown, ...unseen].map(nameOf));
  const found = await askServer([...asked]);
  for (const photo of wizard.photos) {
    const problems = found.get(nameOf(photo))?.problems;
    if (!problems || wizard.photos[0]?.id !== front.id) continue;
    if (!looked.has(placeOf(photo))) judge(photo, problems);
    looked.set(placeOf(photo), problems);
  }
  for (const photo of unknown) {
    const isOther = found.get(nameOf(photo))?.isOther;
    if (isOther === undefined || wizard.photos[0]?.id !== front.id) continue;
    compared.add(pairOf(front, photo));
    if (isOther || photo.doubt === 'other') updatePhoto(photo.id, { doubt: isOther ? 'other' : '' });
  }
}

/** Id of the front photo if the server or the coach has found no fault in it; null if neither has checked it. */
export async function findGoodFront(): Promise<string | null> {
  const [front] = wizard.photos;
  if (front?.status !== 'ready' || front.advice !== '' || front.doubt !== '') return null;
  const problems = looked.get(placeOf(front)) ?? (await findingsOf(front.id))?.problems;
  return problems?.length === 0 ? front.id : null;
}

async function askServer(names: string[]): ReturnType<typeof findInPhotos> {
  for (let request = 1; ; request++) {
    try {
      return await findInPhotos(names);
    } catch (error) {
      const delay = error instanceof ApiError ? error.retryAfter : 0;
      if (delay === 0 || delay > longestDelay || request === mostRequests) throw error;
      await new Promise(resolve => setTimeout(resolve, delay * 1000));
    }
  }
}
