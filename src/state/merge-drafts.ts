import { photoBlobs } from '../platform/storage/photo-blobs.ts';
import { type Draft, isSame, maxPhotos, type Photo } from './draft.ts';
import { note } from './overlay.ts';

/** Applies what this tab changed since `before` to the draft that another tab has saved. */
export function mergeDrafts(before: Draft, mine: Draft, saved: Draft): Draft {
  return {
    ...withChanges(before, mine, saved),
    photos: mergePhotos(before.photos, mine.photos, saved.photos),
  };
}

/** Says so where photos that this tab has just added are not in the draft: another tab had filled it. */
export function noteCrowdedOut(before: Draft, mine: Draft, draft: Draft): void {
  const has = ({ photos }: Draft, id: string) => photos.some(photo => photo.id === id);
  const lost = mine.photos.filter(({ id }) => !has(before, id) && !has(draft, id));
  for (const { id } of lost) photoBlobs.remove(id);
  if (lost.length > 0) note({ key: 'make-pic.full', values: { total: maxPhotos } });
}

/** A record with the fields that changed between two others. */
function withChanges<T extends object>(before: T, after: T, record: T): T {
  const changed = Object.entries(after).filter(([key, value]) => !isSame(value, before[key as keyof T]));
  return { ...record, ...Object.fromEntries(changed) };
}

/** A photo that either tab removed is gone; one that this tab added stands where it was put, as far as there is room. */
function mergePhotos(before: Photo[], mine: Photo[], saved: Photo[]): Photo[] {
  const find = (photos: Photo[], id: string) => photos.find(photo => photo.id === id);
  const merged = saved
    .filter(({ id }) => find(mine, id) || !find(before, id))
    .map(photo => withChanges(find(before, photo.id) ?? photo, find(mine, photo.id) ?? photo, photo));
  for (const [place, photo] of mine.entries()) {
    const isNew = !find(before, photo.id) && !find(merged, photo.id);
    // Only while there is room: the other tab could not tell its user that a photo was dropped.
    if (isNew && merged.length < maxPhotos) merged.splice(place, 0, photo);
  }
  return withFront(merged, before[0]?.id === mine[0]?.id ? undefined : mine[0]);
}

/** The photos with that one before the others, where it is among them. */
function withFront(photos: Photo[], front: Photo | undefined): Photo[] {
  const isFront = ({ id }: Photo) => id === front?.id;
  return [...photos.filter(isFront), ...photos.filter(photo => !isFront(photo))];
}
