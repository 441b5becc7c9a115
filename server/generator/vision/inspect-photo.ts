import type { PhotoReason } from '../../contract/photo-reasons.ts';
import type { PhotoVerdict } from '../generator.ts';
import { findCover } from './find-cover.ts';
import { lookForPeople, type Subject } from './find-subjects.ts';
import { MESH } from './mesh-face.ts';
import { type Pixels, readPixels, sharpFrom } from './pixels.ts';

/** Limits for front photos, determined with good and bad photos. */
const LIMITS = {
  /** Minimum width of a face in pixels. A smaller face would look blurred when enlarged. */
  faceWidth: 72,
  /**
   * Maximum difference between the nose's distances to both sides of the face, as a fraction of their sum. Above this
   * limit, pics resemble the person less, although no style failed with 20 photos from 0.35 to 0.84. Above 0.84, no
   * face mesh is found, so every style fails.
   */
  turn: 0.5,
  /**
   * Minimum distance from the eyes to the photo's upper border, as a multiple of the eye distance. In pics of 11
   * photos, a head cropped at 0.53 fills the picture; cropped at 0.23, it looks sawn off at the brows.
   * `leastAboveTilted` is for heads tilted by 30° or more: rotating them upright showed the photo's border at distances
   * up to 1.1, but not at 1.56. Heads tilted by 23° did not show it.
   */
  leastAbove: 0.35,
  leastAboveTilted: 1.3,
  tilted: Math.PI / 6,
  /** Minimum variance of the Laplacian on the face. Sharp photos have 150, usable group photos 27, blurred photos 2. */
  sharpness: 20,
  /**
   * Minimum face width (pixels) for the sharpness check. Even sharp faces of 74 to 94 pixels fail it, because they are
   * enlarged.
   */
  measurable: 100,
  /** Limits for the mean luminance of the face, 0 to 255. */
  darkest: 50,
  brightest: 228,
};

/** Sharpness and face width (pixels) above which pics do not improve any further. */
const SHARP = 100;
const LARGE = 300;

/** A face is scaled to this side length in pixels before its sharpness is measured. */
const SHARPNESS_SIZE = 160;

/**
 * Inspects a photo. Photos other than the front photo only need a face, even in profile, because no pic is based on
 * them alone.
 */
export async function inspectPhoto(bytes: Uint8Array, isFront: boolean): Promise<PhotoVerdict> {
  let photo: Pixels;

  try {
    photo = await readPixels(bytes);
  } catch {
    return { problems: ['unreadable'] };
  }

  const { subjects, hasProfile } = await lookForPeople(photo);
  const [subject] = subjects;

  if (!subject && !hasProfile) return { problems: ['no_face'] };
  if (!isFront) return { problems: [] };
  if (!subject) return { problems: ['turned_away'] };

  const problems = await problemsOfFace(photo, subject);
  return { problems: subjects.length > 1 ? ['many_faces', ...problems] : problems };
}

/** All problems of a face in a front photo. */
export async function problemsOfFace(photo: Pixels, subject: Subject): Promise<PhotoReason[]> {
  const grey = await greyFace(photo, subject);
  const brightness = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const problems: PhotoReason[] = [];

  if (isHeadCut(subject)) problems.push('head_cut');
  if (subject.face.width < LIMITS.faceWidth) problems.push('face_small');
  if (Math.abs(turnOf(subject)) > LIMITS.turn) problems.push('not_frontal');
  if (brightness < LIMITS.darkest) problems.push('dark');
  else if (brightness > LIMITS.brightest) problems.push('bright');
  else if (subject.face.width >= LIMITS.measurable && sharpnessOf(grey) < LIMITS.sharpness)
    problems.push('blurred');
  else {
    const cover = findCover(photo, subject);
    if (cover) problems.push(cover);
  }

  return problems;
}

/** Quality of a face, 0 to 1; 1 is sharp, frontal, upright and large. */
export async function qualityOfFace(photo: Pixels, subject: Subject): Promise<number> {
  const sharp = Math.min(1, sharpnessOf(await greyFace(photo, subject)) / SHARP);
  const frontal = 1 - Math.min(1, Math.abs(turnOf(subject)) / LIMITS.turn);
  const large = Math.min(1, subject.face.width / LARGE);

  const upright = (1 + Math.cos(tiltOf(subject))) / 2;

  return sharp * frontal * upright * large;
}

/** The face's turn to one side, −1 to 1; 0 is frontal. */
export function turnOf({ mesh }: Pick<Subject, 'mesh'>): number {
  const nose = mesh.points[MESH.noseTip]!;
  const left = mesh.points[MESH.leftSide]!;
  const right = mesh.points[MESH.rightSide]!;
  const toLeft = Math.hypot(nose.x - left.x, nose.y - left.y);
  const toRight = Math.hypot(nose.x - right.x, nose.y - right.y);

  return (toLeft - toRight) / (toLeft + toRight);
}

/** True if the photo crops the head so much that no good pic is possible. */
function isHeadCut(subject: Subject): boolean {
  const left = subject.mesh.points[MESH.leftEye]!;
  const right = subject.mesh.points[MESH.rightEye]!;
  const above = (left.y + right.y) / 2 / Math.hypot(right.x - left.x, right.y - left.y);
  const isTilted = Math.abs(tiltOf(subject)) > LIMITS.tilted;
  return above < (isTilted ? LIMITS.leastAboveTilted : LIMITS.leastAbove);
}

/** Angle between the line through the eyes and the horizontal, in radians. */
function tiltOf({ face }: Subject): number {
  const { leftEye, rightEye } = face;
  return Math.atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x);
}

async function greyFace(photo: Pixels, { face }: Subject): Promise<Uint8Array> {
  const left = Math.max(0, Math.floor(face.x));
  const top = Math.max(0, Math.floor(face.y));
  const width = Math.min(photo.width - left, Math.ceil(face.width));
  const height = Math.min(photo.height - top, Math.ceil(face.height));

  return sharpFrom(photo)
    .extract({ left, top, width, height })
    .resize(SHARPNESS_SIZE, SHARPNESS_SIZE, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
}

/** Variance of the Laplacian. It is high if fine details make neighbouring pixels differ. */
function sharpnessOf(grey: Uint8Array): number {
  const size = SHARPNESS_SIZE;
  let sum = 0;
  let squares = 0;
  let count = 0;

  for (let y = 1; y < size - 1; y++) {
    for (let x = 1; x < size - 1; x++) {
      const at = y * size + x;
      const around = grey[at - 1]! + grey[at + 1]! + grey[at - size]! + grey[at + size]!;
      const difference = around - 4 * grey[at]!;

      sum += difference;
      squares += difference * difference;
      count++;
    }
  }

  return squares / count - (sum / count) ** 2;
}
