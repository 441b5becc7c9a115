import type { PhotoReason, PhotoReasons } from '../../../server/contract/photo-reasons.ts';
import { session } from '../../state/session.ts';

/** The server's own table: a reason that one of the two has alone, or another kind, does not compile. */
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

/** Whether this app knows the reason; a draft saved by another version, or a newer server, may have others. */
export function isKnownReason(advice: string): advice is PhotoReason {
  return advice in kinds;
}

/** The key of the sentence for what was said of a photo; with `.do` behind it, of what to do. */
export function adviceKey(advice: string) {
  return `coach.${isKnownReason(advice) ? advice : 'unsure'}` as const;
}

/**
 * Whether no pics will be made of a photo of which that was said. An API without the feature goes by rules of its own, so that
 * only a file that cannot be opened is refused; until the user is known the API counts as ours.
 */
export function isRefusal(advice: string): boolean {
  const features = session.user?.features;
  const isFinal = advice === 'unreadable' || !features || features.includes('photo-check');
  return isFinal && isKnownReason(advice) && kinds[advice] === 'refusal';
}
