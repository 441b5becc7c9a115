import type { PhotoReason, PhotoReasons } from '../../../server/contract/photo-reasons.ts';
import { session } from '../../state/session.ts';

/** The type is the server's list of reasons, so that the code does not compile if a reason is missing here or there. */
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

/** False if the reason comes from a newer server or from the draft of another app version. */
export const isKnownReason = (advice: string): advice is PhotoReason => advice in kinds;

/** The text key of an advice. With `.do` appended, it is the key of the text that says how to follow the advice. */
export function adviceKey(advice: string) {
  return `coach.${isKnownReason(advice) ? advice : 'unsure'}` as const;
}

/**
 * True if no pictures can be made from a photo with this advice. APIs without `photo-check` have their own rules, so
 * for them only unreadable files are refused. Until the user is loaded, the app assumes that the API has `photo-check`.
 */
export function isRefusal(advice: string): boolean {
  const features = session.user?.features;
  const isFinal = advice === 'unreadable' || !features || features.includes('photo-check');
  return isFinal && isKnownReason(advice) && kinds[advice] === 'refusal';
}
