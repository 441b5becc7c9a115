import type { FaceLight, Findings, PhotoProblem } from '../platform/coach/check-photo.ts';
import { askCoach, coachSide, isCoachReady } from '../platform/coach/coach.ts';
import { isSamePicture } from '../platform/coach/fingerprint.ts';
import { thumbnail } from '../platform/image.ts';
import { photoBlobs } from '../platform/photo-blobs.ts';
import { updatePhoto, wizard } from '../state/wizard.ts';

/** Why the coach would choose another photo. */
export type Advice = PhotoProblem | 'same';

/** Long side of the small picture that is shown, px: the largest slot on a screen of two pixels a point. */
const previewSide = 480;

/** What the coach saw in the photos of this visit, by their ids. */
const seen = new Map<string, Findings>();

/**
 * Makes the small picture of a photo, and lets the coach look at the same decoded pixels. Returns whether the photo may
 * leave; one that the coach advises against is held until the user says so.
 */
export async function passesCoach(id: string, photo: Blob): Promise<boolean> {
  const draft = wizard.photos.find(photo => photo.id === id);
  const isAsked = draft?.advice === '' && (await isCoachReady());
  const shown = draft?.preview ?? '';
  // The chosen file's own picture is large, and ends with the page.
  const hasPicture = shown !== '' && !shown.startsWith('blob:');
  if (hasPicture && !isAsked) return true;
  const { address, look } = await thumbnail(photo, previewSide, isAsked ? coachSide : null);
  if (!hasPicture) {
    updatePhoto(id, { preview: address });
    URL.revokeObjectURL(shown);
  }
  const advice = look && (await adviceOn(id, look));
  if (advice) updatePhoto(id, { status: 'held', advice });
  return !advice;
}

/** The light on the face of a photo that is on the device; null where the coach cannot tell. */
export async function lightOf(id: string): Promise<FaceLight | null> {
  const known = seen.get(id);
  if (known) return known.light;
  const saved = (await isCoachReady()) ? await photoBlobs.read(id) : null;
  const look = saved && (await thumbnail(saved.blob, previewSide, coachSide)).look;
  const findings = look && (await askCoach(look));
  if (findings) seen.set(id, findings);
  return findings?.light ?? null;
}

async function adviceOn(id: string, picture: ImageBitmap): Promise<Advice | null> {
  const findings = await askCoach(picture);
  if (!findings) return null;
  const { problems, fingerprint } = findings;
  seen.set(id, findings);
  // Of two that are alike the first stays without advice.
  const others = wizard.photos.filter(photo => photo.id !== id && photo.status !== 'held');
  const isSame = others.some(other =>
    isSamePicture(seen.get(other.id)?.fingerprint ?? ~fingerprint, fingerprint),
  );
  const isFront = wizard.photos[0]?.id === id;
  // Other photos need no more than one face, as on the server.
  const counting = problems.filter(problem => isFront || problem === 'no_face' || problem === 'many_faces');
  return counting[0] ?? (isSame ? 'same' : null);
}
