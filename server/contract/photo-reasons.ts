/** `refusal`: the app does not accept the photo, and a job with it ends as refused. `advice`: the app only warns. */
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

export type PhotoReasons = typeof photoReasons;

export type PhotoReason = keyof PhotoReasons;

/** Reasons why an authority would reject an ID photo. The server makes the pics anyway. */
export type IdPhotoReason = PhotoReason | 'eyes_closed' | 'uneven_light' | 'busy_ground' | 'cut_close';

/** `own_clothes`: the template's costume cannot be drawn on this photo, so the pics show the photo's clothes. */
export type TryOnReason = IdPhotoReason | 'own_clothes';

export function refusalsAmong(reasons: readonly PhotoReason[]): PhotoReason[] {
  return reasons.filter(reason => photoReasons[reason] === 'refusal');
}
