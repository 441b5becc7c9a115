import type { PhotoReason } from '../../../server/contract/photo-reasons.ts';
import type { FaceNet } from './face-net.ts';
import { type Face, findFaces, type Photo } from './find-faces.ts';
import { type Pixels, shrinkGrey } from './shrink-grey.ts';

/** Problems, named as on the server. Lists are sorted by severity, most severe first. */
export type PhotoProblem = Exclude<
  PhotoReason,
  'unreadable' | 'turned_away' | 'head_cut' | 'eyes_covered' | 'mouth_covered'
>;

export interface FaceLight {
  /** Mean brightness of the face, 0 to 255. */
  brightness: number;
  /** Brightness of the left half (as seen in the photo) minus the right half, divided by their sum: −1 to 1. */
  balance: number;
}

export interface Findings {
  /** Reasons why another front photo would be better. */
  problems: PhotoProblem[];
  /** Perceptual hash, compared with other photos' hashes to find near-duplicates. */
  fingerprint: bigint;
  /** The largest face; null if there is none. */
  face: Face | null;
  /** The light on the largest face; null if there is no face. */
  light: FaceLight | null;
}

/** Thresholds, tuned on 421 photos against the server's check. After some: hits / false alarms / misses. */
const limits = {
  /** A face narrower than this fraction of the largest face is a bystander, as on the server. */
  bystander: 0.4,
  /** Minimum face width in px, in a photo of at most 1440 px (24 / 0 / 0). */
  faceWidth: 72,
  /** Maximum distance of the nose from the ears' midpoint, in half ear distances (69 / 7 / 10). */
  turn: 0.6,
  /** Limits for the face's mean brightness, from 0 to 255 (too dark 35 / 1 / 0, too bright 8 / 0 / 2). */
  darkest: 50,
  brightest: 228,
  /** Minimum sharpness (`sharpnessOf`) of the face (43 / 4 / 4). */
  sharpness: 18,
  /** Faces narrower than this (px) look less sharp, because they are enlarged; `leastSharpness` is their limit. */
  measurable: 100,
  leastSharpness: 5,
  /** Maximum tilt of the eye line, degrees. Turned upright by more, too little of the body would remain. */
  tilt: 25,
  /** Minimum network score. Animals, plants and drawings score lower, so below it no other problem is reported. */
  score: 0.7,
};

/** Faces are scaled to this side length (px) before their light and sharpness are measured. */
const cropSide = 160;

/** Checks a photo by the server's criteria. The photo's long side is at most 1440 px. */
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

/** Position of the nose between the ears: −1 at the left ear, 0 in the middle, 1 at the right ear. */
export function turnOf({ leftEye, rightEye, nose, leftEar, rightEar }: Face): number {
  const length = Math.hypot(rightEye.x - leftEye.x, rightEye.y - leftEye.y) || 1;
  const alongX = (rightEye.x - leftEye.x) / length;
  const alongY = (rightEye.y - leftEye.y) / length;
  const place = (point: { x: number; y: number }) => point.x * alongX + point.y * alongY;
  const toLeft = place(nose) - place(leftEar);
  const toRight = place(rightEar) - place(nose);
  return (toLeft - toRight) / (Math.abs(toLeft) + Math.abs(toRight) || 1);
}

/** Angle between the eye line and the horizontal, in degrees. */
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

/** Variance of the Laplacian. High in a sharp picture, where neighbouring pixels differ because of fine detail. */
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

/** Maximum number of differing bits of near-duplicates: copies differ in at most 2, 95 % of others in 23 or more. */
const mostDifferent = 4;

/** A 64-bit dHash. Each bit says whether a cell of an 8 × 8 grid is brighter than its right neighbour. */
function fingerprintOf(picture: Pixels): bigint {
  const grey = shrinkGrey(picture, 9, 8);
  let bits = 0n;
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const isBrighter = grey[y * 9 + x]! > grey[y * 9 + x + 1]!;
      bits = (bits << 1n) | BigInt(isBrighter);
    }
  }
  return bits;
}

/** True if the fingerprints show that two pictures are near-duplicates. */
export function isSamePicture(a: bigint, b: bigint): boolean {
  let different = 0;
  for (let bits = a ^ b; bits > 0n; bits &= bits - 1n) different++;
  return different <= mostDifferent;
}
