import { getStoredPhotos, type StoredPhoto } from '../../api/photos.ts';
import { suffixIn } from '../../api/suffix-in.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { maxPhotos } from '../../state/draft.ts';
import { session } from '../../state/session.ts';
import { addPhoto, replacePhoto, wizard } from '../../state/wizard.ts';
import { knownPhoto } from '../draft/known-photo.ts';

/** The photos that the server still has; none for a guest, and where the API does not list them. */
export async function loadEarlierPhotos(): Promise<StoredPhoto[]> {
  return session.token === null ? [] : getStoredPhotos();
}

/** Those of them that are not in the draft, each once, however often it was uploaded. */
export function notInDraft(photos: readonly StoredPhoto[], draft: typeof wizard.photos): StoredPhoto[] {
  const keyOf = (address: string) => suffixIn(address) || knownPhoto(address).id;
  const taken = new Set(draft.map(({ suffix, address }) => suffix || keyOf(address ?? '')));
  return photos.filter(({ picUrl }) => {
    const key = keyOf(picUrl);
    return !taken.has(key) && taken.add(key);
  });
}

/** Takes an earlier photo into the draft: as the front photo, or as one more where there is room. */
export async function addEarlierPhoto(
  { picUrl }: StoredPhoto,
  step: 'front' | 'supplementary',
): Promise<void> {
  const [front] = wizard.photos;
  if (step === 'supplementary') {
    if (wizard.photos.length < maxPhotos) addPhoto(knownPhoto(picUrl));
    return;
  }
  replacePhoto(front?.id, knownPhoto(picUrl));
  if (front) await photoBlobs.remove(front.id);
}
