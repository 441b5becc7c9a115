import type { PhotoReason } from '../../contract/photo-reasons.ts';
import type { PhotoVerdict } from '../generator.ts';
import { findCover } from './find-cover.ts';
import { lookForPeople, type Subject } from './find-subjects.ts';
import { MESH } from './mesh-face.ts';
import { type Pixels, readPixels, sharpFrom } from './pixels.ts';

/** What makes a good front photo; measured on good and bad photos, see each line. */
const LIMITS = {
  /** Pixels; a smaller face shows that it was enlarged. */
  faceWidth: 72,
  /**
   * Difference of the distances from the nose to the two sides of the face, as a share of their sum. Beyond it a face is less like
   * itself; of 20 photos from 0.35 to 0.84 all styles come out. A face that is turned further has no mesh, so no style at all.
   */
  turn: 0.35,
  /**
   * Distance from the eyes to the upper border of the photo, in distances of their outer corners. Seen in pics of 11 photos: cut
   * at 0.53 a head fills the picture, at 0.23 it is sawn off at the brows. Set upright from 30° on it brings the border
   * with it up to 1.1, and not at 1.56; from 23° it does not.
   */
  leastAbove: 0.35,
  leastAboveTilted: 1.3,
  tilted: Math.PI / 6,
  /** Variance of the Laplacian on the face: sharp photos reach 150, usable group photos 27, blurred ones 2. */
  sharpness: 20,
  /** Pixels; of a narrower face, which is enlarged for the measure, it says nothing: sharp ones of 74 to 94 fall below the limit. */
  measurable: 100,
  /** Mean brightness of the face, 0 to 255. */
  darkest: 50,
  brightest: 228,
};

/** A sharpness and a width of the face (pixels) above which more does not show in a pic. */
const SHARP = 100;
const LARGE = 300;

/** The side in pixels to which a face is brought before its sharpness is measured. */
const SHARPNESS_SIZE = 160;

/** Inspects an encoded photo; one that is not the front photo only needs a face, also in profile: pics are not made of it alone. */
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

/** All that keeps a face from being a good front photo. */
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

/** How good a photo of a face is, 0 to 1: sharp, frontal, upright and large. */
export async function qualityOfFace(photo: Pixels, subject: Subject): Promise<number> {
  const sharp = Math.min(1, sharpnessOf(await greyFace(photo, subject)) / SHARP);
  const frontal = 1 - Math.min(1, Math.abs(turnOf(subject)) / LIMITS.turn);
  const large = Math.min(1, subject.face.width / LARGE);

  const upright = (1 + Math.cos(tiltOf(subject))) / 2;

  return sharp * frontal * upright * large;
}

/** −1 to 1: how far the face looks to one side. */
export function turnOf({ mesh }: Pick<Subject, 'mesh'>): number {
  const nose = mesh.points[MESH.noseTip]!;
  const left = mesh.points[MESH.leftSide]!;
  const right = mesh.points[MESH.rightSide]!;
  const toLeft = Math.hypot(nose.x - left.x, nose.y - left.y);
  const toRight = Math.hypot(nose.x - right.x, nose.y - right.y);

  return (toLeft - toRight) / (toLeft + toRight);
}

/** Whether the photo cuts the head above so that it cannot be placed in a picture. */
function isHeadCut(subject: Subject): boolean {
  const left = subject.mesh.points[MESH.leftEye]!;
  const right = subject.mesh.points[MESH.rightEye]!;
  const above = (left.y + right.y) / 2 / Math.hypot(right.x - left.x, right.y - left.y);
  const isTilted = Math.abs(tiltOf(subject)) > LIMITS.tilted;
  return above < (isTilted ? LIMITS.leastAboveTilted : LIMITS.leastAbove);
}

/** Radians by which the line of the eyes leaves the horizontal. */
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

/** Variance of the Laplacian: fine detail makes neighbouring pixels differ. */
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
