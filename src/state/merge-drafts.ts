import { type Draft, isSame, maxPhotos, type Photo } from './draft.ts';

/** What changed in one tab since the draft `before`, made to what another tab has saved meanwhile. */
export function mergeDrafts(before: Draft, mine: Draft, saved: Draft): Draft {
  return {
    ...withChanges(before, mine, saved),
    photos: mergePhotos(before.photos, mine.photos, saved.photos),
  };
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
    if (!find(before, photo.id) && !find(merged, photo.id)) merged.splice(place, 0, photo);
  }
  return merged.slice(0, maxPhotos);
}
