import type { FaceLight, Findings, PhotoProblem } from '../../platform/coach/check-photo.ts';
import { askCoach, coachSide, isCoachReady } from '../../platform/coach/coach.ts';
import type { Face } from '../../platform/coach/find-faces.ts';
import { isSamePicture } from '../../platform/coach/fingerprint.ts';
import { canOpenPictures, thumbnail } from '../../platform/pictures/prepare-photo.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { updatePhoto, wizard } from '../../state/wizard.ts';
import { isRefusal } from './advice-key.ts';

/** Width divided by height of the frames in which photos are shown. */
const frame = 3 / 4;

/** Where the middle of a face is in its frame, from above, where the photo leaves the choice. */
const faceHeight = 0.42;

/** Why another photo would be better; 'unreadable': the browser cannot show it. */
export type Advice = PhotoProblem | 'unreadable';

/** Long side of the small picture that is shown, px: the largest slot on a screen of two pixels a point. */
const previewSide = 480;

/** What the coach saw in the photos of this visit, by their ids. */
const seen = new Map<string, Findings>();

/**
 * Makes the small picture of a photo, and lets the coach look at the same decoded pixels. Returns whether the photo may
 * leave; one that the coach advises against is held until the user says so.
 */
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
  if (advice) holdPhoto(id, advice);
  else if (isAsked) {
    noteTilt(id);
    // Its result blocks nothing, so nothing waits for it.
    findSame(id).catch(() => undefined);
  }
  return !advice;
}

/** Makes the small picture of a photo that has to wait before it is looked at. */
export async function drawPreview(id: string, photo: Blob): Promise<void> {
  if (!hasPreview(id)) setPreview(id, (await thumbnail(photo, previewSide, null)).address);
}

/** Whether a photo has a small picture; the chosen file's own is large, and ends with the page. */
function hasPreview(id: string): boolean {
  const { preview = '' } = photoOf(id) ?? {};
  return preview !== '' && !preview.startsWith('blob:');
}

/** Notes the small picture of a photo that has none. */
function setPreview(id: string, address: string): void {
  if (hasPreview(id)) return;
  const before = photoOf(id)?.preview ?? '';
  updatePhoto(id, { preview: address });
  URL.revokeObjectURL(before);
}

/** Keeps a photo back because of this reason, until the user wants it all the same, or for good. */
export function holdPhoto(id: string, advice: string): void {
  updatePhoto(id, { status: isRefusal(advice) ? 'refused' : 'held', advice });
}

/** Holds the photo that has become the front one where the coach advises against it as such. */
export function judgeFront(): void {
  const [front] = wizard.photos;
  const advice = front?.status === 'ready' && front.advice === '' && adviceOn(front.id);
  if (advice) holdPhoto(front.id, advice);
  else if (front) noteTilt(front.id);
}

/** Warns about a front photo whose head is tilted too far for good pictures; the photo is accepted anyway. */
function noteTilt(id: string): void {
  const [front] = wizard.photos;
  const isTilted = front?.id === id && front.doubt === '' && seen.get(id)?.problems.includes('tilted');
  if (isTilted) updatePhoto(id, { doubt: 'tilted' });
}

/** The light on the face of a photo that is on the device; null where the coach cannot tell. */
export async function lightOf(id: string): Promise<FaceLight | null> {
  return (await findingsOf(id))?.light ?? null;
}

/** What the coach sees in a photo of the draft; null where it is not there, or the photo's bytes are not on the device. */
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

/** What is against a photo in its place, by what was seen in this visit. */
function adviceOn(id: string): Advice | null {
  const problems = seen.get(id)?.problems ?? [];
  const isFront = wizard.photos[0]?.id === id;
  // Other photos need no more than one face; a tilted head is warned about without holding the photo.
  const counts = (problem: PhotoProblem) =>
    problem === 'no_face' || problem === 'many_faces' || (isFront && problem !== 'tilted');
  return problems.find(counts) ?? null;
}

/** Marks near-duplicates of this photo. Of two similar photos the later one is marked. */
async function findSame(id: string): Promise<void> {
  const fingerprint = seen.get(id)?.fingerprint;
  for (const other of wizard.photos) {
    // What is being prepared is looked at in its turn, and then compared with this one.
    const isComing = other.status === 'preparing' && !seen.has(other.id);
    if (other.id === id || other.status === 'held' || isComing) continue;
    const findings = await findingsOf(other.id);
    if (!findings || fingerprint === undefined || !isSamePicture(findings.fingerprint, fingerprint)) continue;
    const [first, second] = wizard.photos.filter(photo => photo.id === id || photo.id === other.id);
    if (first && second && second.advice !== 'same') updatePhoto(second.id, { sameAs: first.id });
  }
}

function photoOf(id: string) {
  return wizard.photos.find(photo => photo.id === id);
}

/** The `object-position` that shows the face of a photo of this size in a frame of 3:4. */
export function frameFace(face: Face, { width, height }: { width: number; height: number }): string {
  const seenWidth = Math.min(1, (frame * height) / width);
  const seenHeight = Math.min(1, width / frame / height);
  const across = (face.x + face.width / 2) / width;
  const down = (face.y + face.height / 2) / height;
  return `${percent(across - seenWidth / 2, 1 - seenWidth)} ${percent(down - seenHeight * faceHeight, 1 - seenHeight)}`;
}

/** How much of what is cut off lies before the part that is seen. */
function percent(before: number, cut: number): string {
  const share = cut > 0 ? Math.min(1, Math.max(0, before / cut)) : 0.5;
  return `${Math.round(100 * share)}%`;
}
