import { isSameId, type WireId } from './is-same-id.ts';

let unseen: WireId | null = null;

/**
 * Records that a job has ended on the screen that waits for it, so the user now sees its pictures for the first time.
 */
export function noteEndedJob(generateId: WireId): void {
  unseen = generateId;
}

/** True if the user sees the pictures of this job for the first time. Only the first call returns true. */
export function takeEndedJob(generateId: WireId): boolean {
  const isFirst = unseen !== null && isSameId(unseen, generateId);
  if (isFirst) unseen = null;
  return isFirst;
}
