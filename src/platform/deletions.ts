const name = 'tyy-deletions';

const deletedPics = new Set<unknown>();

/** Tells other tabs that pictures were deleted: one with this id, or a whole set. No effect in browsers before 2022. */
export function notifyOfDeletion(picId: unknown = null): void {
  deletedPics.add(picId);
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage('');
  channel.close();
}

/** True if this page deleted the picture, which older lists still contain. */
export function isDeleted(picId: unknown): boolean {
  return picId !== null && deletedPics.has(picId);
}

/** Calls `listener` when another tab deletes pictures; returns a function that stops it. */
export function onDeletion(listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
