const name = 'tyy-deletions';

const deletedPics = new Set<unknown>();

/** Tells the other tabs that pictures were deleted, one with this id or all of a set; browsers before 2022 know no such messages. */
export function notifyOfDeletion(picId: unknown = null): void {
  deletedPics.add(picId);
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage('');
  channel.close();
}

/** Whether this page has deleted the picture, which a list that came before still names. */
export function isDeleted(picId: unknown): boolean {
  return picId !== null && deletedPics.has(picId);
}

/** Calls whenever another tab has deleted pictures; returns how to stop. */
export function onDeletion(listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
