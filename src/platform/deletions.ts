const name = 'tyy-deletions';

const deletedPics = new Set<unknown>();

/** Tells all tabs, also this one, that a picture, or a set if `picId` is null, was deleted. No effect in browsers before 2022. */
export function notifyOfDeletion(picId: unknown = null): void {
  deletedPics.add(picId);
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage('');
  channel.close();
}

/** True if the picture was deleted on this page. Lists that were loaded earlier still contain it. */
export const isDeleted = (picId: unknown): boolean => picId !== null && deletedPics.has(picId);

/** Calls `listener` when this or another tab deletes pictures. Returns a function that unsubscribes. */
export function onDeletion(listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
