import type { PhotoReason, PhotoReasons } from '../../../server/contract/photo-reasons.ts';
import { session } from '../../state/session.ts';

/** Typed by the server's table, so that a reason that is missing on one side does not compile. */
const kinds: PhotoReasons = {
  unreadable: 'refusal',
  no_face: 'refusal',
  turned_away: 'refusal',
  head_cut: 'refusal',
  many_faces: 'advice',
  not_frontal: 'advice',
  eyes_covered: 'advice',
  mouth_covered: 'advice',
  face_small: 'advice',
  dark: 'advice',
  bright: 'advice',
  blurred: 'advice',
  tilted: 'advice',
  unsure: 'advice',
};

/** True unless the reason is from a newer server or from a draft of another version. */
export function isKnownReason(advice: string): advice is PhotoReason {
  return advice in kinds;
}

/** The key of the advice's sentence. With `.do` appended, the key of the sentence that says how to follow it. */
export function adviceKey(advice: string) {
  return `coach.${isKnownReason(advice) ? advice : 'unsure'}` as const;
}

/**
 * True if no pictures can be made from the photo. APIs without `photo-check` have their own rules, so for them only
 * unreadable files are refused. Until the user is loaded, the API is assumed to have `photo-check`.
 */
export function isRefusal(advice: string): boolean {
  const features = session.user?.features;
  const isFinal = advice === 'unreadable' || !features || features.includes('photo-check');
  return isFinal && isKnownReason(advice) && kinds[advice] === 'refusal';
}
