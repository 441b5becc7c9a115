import { isSameId, type WireId } from './is-same-id.ts';

let unseen: WireId | null = null;

/** Notes that a job ended while the user watched, so that its pics are about to be seen for the first time. */
export function noteEndedJob(generateId: WireId): void {
  unseen = generateId;
}

/** True if the pics of this job are seen for the first time; true only once. */
export function takeEndedJob(generateId: WireId): boolean {
  const isFirst = unseen !== null && isSameId(unseen, generateId);
  if (isFirst) unseen = null;
  return isFirst;
}
