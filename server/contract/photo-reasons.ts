/**
 * All that is said about a photo. A refusal is what no pics can be drawn from: no job is made of it, and the app offers no way
 * on. With an advice the pics are made. The app's own table (src/flows/photos/advice-key.ts) has the type of this one.
 */
export const photoReasons = {
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
} as const;

/** All of them, for types. */
export type PhotoReasons = typeof photoReasons;

/** What is said about a photo. */
export type PhotoReason = keyof PhotoReasons;

/** Why an office would refuse an ID photo; pics are made all the same. */
export type IdPhotoReason = PhotoReason | 'eyes_closed' | 'uneven_light' | 'busy_ground' | 'cut_close';

/** Those of the reasons for which no pics are made. */
export function refusalsAmong(reasons: readonly PhotoReason[]): PhotoReason[] {
  return reasons.filter(reason => photoReasons[reason] === 'refusal');
}
