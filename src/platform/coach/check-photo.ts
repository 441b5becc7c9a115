import type { PhotoReason } from '../../../server/contract/photo-reasons.ts';
import type { FaceNet } from './face-net.ts';
import { type Face, findFaces, type Photo } from './find-faces.ts';
import { fingerprintOf } from './fingerprint.ts';
import { shrinkGrey } from './shrink-grey.ts';

/** What the coach has against a photo, the gravest first in a list: the server's own names. */
export type PhotoProblem = Exclude<
  PhotoReason,
  'unreadable' | 'turned_away' | 'head_cut' | 'eyes_covered' | 'mouth_covered'
>;

/** How a face is lit. */
export interface FaceLight {
  /** Its mean, 0 to 255. */
  brightness: number;
  /** How much brighter its left half, as seen in the photo, is than its right one: −1 to 1. */
  balance: number;
}

/** What the coach sees in a photo. */
export interface Findings {
  /** Why another front photo would be better. */
  problems: PhotoProblem[];
  /** What tells it from another photo. */
  fingerprint: bigint;
  /** The largest face. */
  face: Face | null;
  /** The light on it. */
  light: FaceLight | null;
}

/** Measured on 421 photos against the server's own check: hits / false alarms / missed. */
const limits = {
  /** Faces narrower than this share of the largest one are bystanders, as on the server. */
  bystander: 0.4,
  /** Pixels of a photo of at most 1440: 24 / 0 / 0. */
  faceWidth: 72,
  /** The nose off the middle between the ears, in half ear distances; the server asks its face mesh: 69 / 7 / 10. */
  turn: 0.6,
  /** Mean brightness of the face, 0 to 255: 35 / 1 / 0 and 8 / 0 / 2. */
  darkest: 50,
  brightest: 228,
  /** Variance of the Laplacian on the face: 43 / 4 / 4. */
  sharpness: 18,
  /** Pixels; a narrower face is enlarged for the measure, and a sharp one falls below the limit: there only the least counts. */
  measurable: 100,
  leastSharpness: 5,
  /**
   * Tilt of the line between the eyes, degrees. Pictures are turned upright, but with more tilt too little of the body
   * is left.
   */
  tilt: 25,
  /** The network's score of a face. Below it stand animals, plants and drawings, of which nothing else is true. */
  score: 0.7,
};

/** The side to which a face is brought before its light and its sharpness are measured, px. */
const cropSide = 160;

/** Looks at a photo, whose long side is at most 1440 px, as the server would. */
export function checkPhoto(net: FaceNet, photo: Photo): Findings {
  const found = findFaces(net, photo);
  const faces = found.filter(face => face.width > found[0]!.width * limits.bystander);
  const fingerprint = fingerprintOf(photo.small);
  const [face = null] = faces;
  if (!face) return { problems: ['no_face'], fingerprint, face, light: null };
  const grey = greyFace(photo, face);
  const light = lightOn(grey);
  const problems = problemsOf(face, grey, light);
  if (faces.length > 1) problems.unshift('many_faces');
  const isSure = face.score >= limits.score || problems.length === 0;
  return { problems: isSure ? problems : ['unsure'], fingerprint, face, light };
}

function problemsOf(face: Face, grey: Float32Array, { brightness }: FaceLight): PhotoProblem[] {
  const problems: PhotoProblem[] = [];
  if (Math.abs(turnOf(face)) > limits.turn) problems.push('not_frontal');
  if (face.width < limits.faceWidth) problems.push('face_small');
  if (brightness < limits.darkest) problems.push('dark');
  else if (brightness > limits.brightest) problems.push('bright');
  else if (sharpnessOf(grey) < (face.width < limits.measurable ? limits.leastSharpness : limits.sharpness))
    problems.push('blurred');
  if (Math.abs(tiltOf(face)) > limits.tilt) problems.push('tilted');
  return problems;
}

/** Where the nose lies along the line between the ears: −1 at the left one, 0 in the middle, 1 at the right one. */
export function turnOf({ leftEye, rightEye, nose, leftEar, rightEar }: Face): number {
  const length = Math.hypot(rightEye.x - leftEye.x, rightEye.y - leftEye.y) || 1;
  const alongX = (rightEye.x - leftEye.x) / length;
  const alongY = (rightEye.y - leftEye.y) / length;
  const place = (point: { x: number; y: number }) => point.x * alongX + point.y * alongY;
  const toLeft = place(nose) - place(leftEar);
  const toRight = place(rightEar) - place(nose);
  return (toLeft - toRight) / (Math.abs(toLeft) + Math.abs(toRight) || 1);
}

/** Degrees by which the line of the eyes leaves the horizontal. */
function tiltOf({ leftEye, rightEye }: Face): number {
  return (Math.atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x) * 180) / Math.PI;
}

function greyFace(photo: Photo, face: Face): Float32Array {
  const x = Math.max(0, Math.floor(face.x));
  const y = Math.max(0, Math.floor(face.y));
  const width = Math.max(1, Math.min(photo.width - x, Math.ceil(face.width)));
  const height = Math.max(1, Math.min(photo.height - y, Math.ceil(face.height)));
  return shrinkGrey(photo.cut({ x, y, width, height }), cropSide, cropSide);
}

function lightOn(grey: Float32Array): FaceLight {
  let left = 0;
  let sum = 0;
  for (let at = 0; at < grey.length; at++) {
    sum += grey[at]!;
    if (at % cropSide < cropSide / 2) left += grey[at]!;
  }
  return { brightness: sum / grey.length, balance: (2 * left - sum) / (sum || 1) };
}

/** Variance of the Laplacian: fine detail makes neighbouring pixels differ. */
function sharpnessOf(grey: Float32Array): number {
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < cropSide - 1; y++) {
    for (let x = 1; x < cropSide - 1; x++) {
      const at = y * cropSide + x;
      const around = grey[at - 1]! + grey[at + 1]! + grey[at - cropSide]! + grey[at + cropSide]!;
      const difference = around - 4 * grey[at]!;
      sum += difference;
      squares += difference * difference;
    }
  }
  const count = (cropSide - 2) ** 2;
  return squares / count - (sum / count) ** 2;
}
