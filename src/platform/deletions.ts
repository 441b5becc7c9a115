const name = 'tyy-deletions';

/** Tells the other tabs that pictures were deleted; browsers before 2022 know no such messages. */
export function notifyOfDeletion(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage('');
  channel.close();
}

/** Calls whenever another tab has deleted pictures; returns how to stop. */
export function onDeletion(listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
