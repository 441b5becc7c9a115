import { getStoredPhotos, type StoredPhoto } from '../../api/photos.ts';
import { suffixIn } from '../../api/suffix-in.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { maxPhotos } from '../../state/draft.ts';
import { session } from '../../state/session.ts';
import { addPhoto, replacePhoto, wizard } from '../../state/wizard.ts';
import { knownPhoto } from '../draft/known-photo.ts';

/** Returns the photos that the server stores; empty for guests. */
export async function loadEarlierPhotos(): Promise<StoredPhoto[]> {
  return session.token === null ? [] : getStoredPhotos();
}

/** Returns the stored photos that are not in the draft, without duplicates. */
export function notInDraft(photos: readonly StoredPhoto[], draft: typeof wizard.photos): StoredPhoto[] {
  const keyOf = (address: string) => suffixIn(address) || knownPhoto(address).id;
  const taken = new Set(draft.map(({ suffix, address }) => suffix || keyOf(address ?? '')));
  return photos.filter(({ picUrl }) => {
    const key = keyOf(picUrl);
    return !taken.has(key) && taken.add(key);
  });
}

/** Adds an earlier photo to the draft, either as the front photo or as a further photo if there is room. */
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
