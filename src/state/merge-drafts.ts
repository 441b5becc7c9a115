import { photoBlobs } from '../platform/storage/photo-blobs.ts';
import { type Draft, isSame, maxPhotos, type Photo } from './draft.ts';
import { note } from './overlay.ts';

/** Applies the changes that this tab has made since `before` to the draft that another tab has saved. */
export function mergeDrafts(before: Draft, mine: Draft, saved: Draft): Draft {
  return {
    ...withChanges(before, mine, saved),
    photos: mergePhotos(before.photos, mine.photos, saved.photos),
  };
}

/** Shows a note if the other tab has filled the draft, so that there is no room for photos just added in this tab. */
export function noteCrowdedOut(before: Draft, mine: Draft, draft: Draft): void {
  const has = ({ photos }: Draft, id: string) => photos.some(photo => photo.id === id);
  const lost = mine.photos.filter(({ id }) => !has(before, id) && !has(draft, id));
  for (const { id } of lost) photoBlobs.remove(id);
  if (lost.length > 0) note({ key: 'make-pic.full', values: { total: maxPhotos } });
}

/** Returns a copy of `record` with the values of the fields that differ between `before` and `after`. */
function withChanges<T extends object>(before: T, after: T, record: T): T {
  const changed = Object.entries(after).filter(([key, value]) => !isSame(value, before[key as keyof T]));
  return { ...record, ...Object.fromEntries(changed) };
}

/** Removes photos that either tab has removed. Inserts this tab's new photos at their positions while there is room. */
function mergePhotos(before: Photo[], mine: Photo[], saved: Photo[]): Photo[] {
  const find = (photos: Photo[], id: string) => photos.find(photo => photo.id === id);
  const merged = saved
    .filter(({ id }) => find(mine, id) || !find(before, id))
    .map(photo => withChanges(find(before, photo.id) ?? photo, find(mine, photo.id) ?? photo, photo));
  for (const [place, photo] of mine.entries()) {
    const isNew = !find(before, photo.id) && !find(merged, photo.id);
    // Never remove a photo of the other tab, because this tab cannot show a message there.
    if (isNew && merged.length < maxPhotos) merged.splice(place, 0, photo);
  }
  return withFront(merged, before[0]?.id === mine[0]?.id ? undefined : mine[0]);
}

/** Moves the front photo to the front, if it is in the list. */
function withFront(photos: Photo[], front: Photo | undefined): Photo[] {
  const isFront = ({ id }: Photo) => id === front?.id;
  return [...photos.filter(isFront), ...photos.filter(photo => !isFront(photo))];
}
