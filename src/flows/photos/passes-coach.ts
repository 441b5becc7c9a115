import {
  type FaceLight,
  type Findings,
  isSamePicture,
  type PhotoProblem,
} from '../../platform/coach/check-photo.ts';
import { askCoach, coachSide, isCoachReady } from '../../platform/coach/coach.ts';
import type { Face } from '../../platform/coach/find-faces.ts';
import { canOpenPictures, thumbnail } from '../../platform/pictures/prepare-photo.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { updatePhoto, wizard } from '../../state/wizard.ts';
import { isRefusal } from './advice-key.ts';

/** Aspect ratio (width / height) of the frames that show photos. */
const frame = 3 / 4;

/** Vertical position of a face's centre in its frame, as a share of the frame's height from the top. */
const faceHeight = 0.42;

/** Reasons to choose another photo. 'unreadable': the browser cannot open the file. */
export type Advice = PhotoProblem | 'unreadable';

/** Long side of thumbnails, px: enough for the largest slot at a pixel ratio of 2. */
const previewSide = 480;

/** The coach's findings during this visit, by photo id. */
const seen = new Map<string, Findings>();

/** Draws the thumbnail and asks the coach. True if the photo may be uploaded; else marks it as advised or refused. */
export async function passesCoach(id: string, photo: Blob): Promise<boolean> {
  const { advice: before = '' } = photoOf(id) ?? {};
  const isAsked = before === '' && (await isCoachReady());
  const isLookedAt = isAsked && !seen.has(id);
  let isReadable = true;
  if (isLookedAt || !hasPreview(id)) {
    const { address, look } = await thumbnail(photo, previewSide, isLookedAt ? coachSide : null);
    setPreview(id, address);
    isReadable = address !== '' || before !== '' || !(await canOpenPictures());
    if (look) await lookAt(id, look);
  }
  const advice = isReadable ? isAsked && adviceOn(id) : 'unreadable';
  if (advice) markAdvised(id, advice);
  else if (isAsked) {
    noteTilt(id);
    // The search for duplicates blocks nothing, so do not wait for it.
    findSame(id).catch(() => undefined);
  }
  return !advice;
}

export async function drawPreview(id: string, photo: Blob): Promise<void> {
  if (!hasPreview(id)) setPreview(id, (await thumbnail(photo, previewSide, null)).address);
}

/** True if a photo has a thumbnail. A `blob:` preview is the whole file, and is lost with the page. */
function hasPreview(id: string): boolean {
  const { preview = '' } = photoOf(id) ?? {};
  return preview !== '' && !preview.startsWith('blob:');
}

function setPreview(id: string, address: string): void {
  if (hasPreview(id)) return;
  const before = photoOf(id)?.preview ?? '';
  updatePhoto(id, { preview: address });
  URL.revokeObjectURL(before);
}

/** Blocks a photo: until the user accepts the advice, or for good if no pictures can be made from the photo. */
export function markAdvised(id: string, advice: string): void {
  updatePhoto(id, { status: isRefusal(advice) ? 'refused' : 'advised', advice });
}

/** Blocks a new front photo if the coach advises against it. */
export function judgeFront(): void {
  const [front] = wizard.photos;
  const advice = front?.status === 'ready' && front.advice === '' && adviceOn(front.id);
  if (advice) markAdvised(front.id, advice);
  else if (front) noteTilt(front.id);
}

/** Records that the front photo shows a tilted head. The app then asks the user, but does not block the photo. */
function noteTilt(id: string): void {
  const [front] = wizard.photos;
  const isTilted = front?.id === id && front.doubt === '' && seen.get(id)?.problems.includes('tilted');
  if (isTilted) updatePhoto(id, { doubt: 'tilted' });
}

/** The light on a photo's face; null if the coach cannot measure the light. */
export async function lightOf(id: string): Promise<FaceLight | null> {
  return (await findingsOf(id))?.light ?? null;
}

/** The coach's findings; null if there is no coach, or if the photo's file is not on this device. */
export async function findingsOf(id: string): Promise<Findings | null> {
  const known = seen.get(id);
  if (known) return known;
  const saved = (await isCoachReady()) ? await photoBlobs.read(id).catch(() => null) : null;
  const look = saved && (await thumbnail(saved.blob, previewSide, coachSide)).look;
  return look && lookAt(id, look);
}

async function lookAt(id: string, picture: ImageBitmap): Promise<Findings | null> {
  const { width, height } = picture;
  const findings = await askCoach(picture);
  if (findings) seen.set(id, findings);
  if (findings?.face) updatePhoto(id, { focus: frameFace(findings.face, { width, height }) });
  return findings;
}

/** Returns the advice on a photo, from its role (front or other) and the findings of this visit. */
function adviceOn(id: string): Advice | null {
  const problems = seen.get(id)?.problems ?? [];
  const isFront = wizard.photos[0]?.id === id;
  // Other photos only need exactly one face. A tilted head causes a question, but does not block a photo.
  const counts = (problem: PhotoProblem) =>
    problem === 'no_face' || problem === 'many_faces' || (isFront && problem !== 'tilted');
  return problems.find(counts) ?? null;
}

/** Marks near-duplicates: of two similar photos, the later photo gets the mark. */
async function findSame(id: string): Promise<void> {
  const fingerprint = seen.get(id)?.fingerprint;
  for (const other of wizard.photos) {
    // Skip a photo that is still being prepared: it is compared when its own preparation ends.
    const isComing = other.status === 'preparing' && !seen.has(other.id);
    if (other.id === id || other.status === 'advised' || isComing) continue;
    const findings = await findingsOf(other.id);
    if (!findings || fingerprint === undefined || !isSamePicture(findings.fingerprint, fingerprint)) continue;
    const [first, second] = wizard.photos.filter(photo => photo.id === id || photo.id === other.id);
    if (first && second && second.advice !== 'same') updatePhoto(second.id, { sameAs: first.id });
  }
}

const photoOf = (id: string) => wizard.photos.find(photo => photo.id === id);

/** The `object-position` that centres a face in a 3:4 frame. */
export function frameFace(face: Face, { width, height }: { width: number; height: number }): string {
  const seenWidth = Math.min(1, (frame * height) / width);
  const seenHeight = Math.min(1, width / frame / height);
  const across = (face.x + face.width / 2) / width;
  const down = (face.y + face.height / 2) / height;
  return `${percent(across - seenWidth / 2, 1 - seenWidth)} ${percent(down - seenHeight * faceHeight, 1 - seenHeight)}`;
}

/** Converts a crop to a CSS percentage. `before` is the part cut off at the left or top, `cut` is all that is cut. */
function percent(before: number, cut: number): string {
  const share = cut > 0 ? Math.min(1, Math.max(0, before / cut)) : 0.5;
  return `${Math.round(100 * share)}%`;
}
