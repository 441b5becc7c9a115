const name = 'tyy-deletions';

const deletedPics = new Set<unknown>();

/** Notifies other tabs that a picture (by id) or a whole set was deleted. No effect in browsers from before 2022. */
export function notifyOfDeletion(picId: unknown = null): void {
  deletedPics.add(picId);
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage('');
  channel.close();
}

/** True if this page deleted the picture. Lists that were loaded earlier still contain it. */
export function isDeleted(picId: unknown): boolean {
  return picId !== null && deletedPics.has(picId);
}

/** Calls `listener` when another tab deletes pictures. Returns a function that stops it. */
export function onDeletion(listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
