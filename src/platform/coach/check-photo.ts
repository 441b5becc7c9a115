import type { PhotoReason } from '../../../server/contract/photo-reasons.ts';
import type { FaceNet } from './face-net.ts';
import { type Face, findFaces, type Photo } from './find-faces.ts';
import { fingerprintOf } from './fingerprint.ts';
import { shrinkGrey } from './shrink-grey.ts';

/** Problems by the server's names. In a list the gravest problem is first. */
export type PhotoProblem = Exclude<
  PhotoReason,
  'unreadable' | 'turned_away' | 'head_cut' | 'eyes_covered' | 'mouth_covered'
>;

export interface FaceLight {
  /** Mean brightness of the face, 0 to 255. */
  brightness: number;
  /** Brightness of the left half (as seen in the photo) minus that of the right half, divided by their sum: −1 to 1. */
  balance: number;
}

export interface Findings {
  /** Reasons to choose another front photo. */
  problems: PhotoProblem[];
  /** Compared with other photos' fingerprints to find near-duplicates. */
  fingerprint: bigint;
  /** The largest face; null if there is none. */
  face: Face | null;
  /** The light on the largest face; null if there is no face. */
  light: FaceLight | null;
}

/** Measured on 421 photos against the server's own check. The numbers are hits / false alarms / missed. */
const limits = {
  /** A face narrower than this share of the largest face is a bystander, as on the server. */
  bystander: 0.4,
  /** Least width of a face in a photo of at most 1440 px, px: 24 / 0 / 0. */
  faceWidth: 72,
  /** The nose's distance from the middle of the ears, in half ear distances; the server uses a mesh: 69 / 7 / 10. */
  turn: 0.6,
  /** Limits for the mean brightness of the face, 0 to 255: 35 / 1 / 0 and 8 / 0 / 2. */
  darkest: 50,
  brightest: 228,
  /** Least variance of the Laplacian on the face: 43 / 4 / 4. */
  sharpness: 18,
  /** Faces narrower than this (px) are enlarged, which lowers their variance, so `leastSharpness` is their limit. */
  measurable: 100,
  leastSharpness: 5,
  /** Tilt of the eyes in degrees. The server rotates pictures upright; with more tilt too little body remains. */
  tilt: 25,
  /** Score of the network. Animals, plants and drawings score lower, so no other problem is reported for them. */
  score: 0.7,
};

/** Faces are scaled to this side before their light and sharpness are measured, px. */
const cropSide = 160;

/** Checks a photo as the server would. The photo's long side is at most 1440 px. */
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

/** Position of the nose on the line between the ears: −1 is the left ear, 0 the middle, 1 the right ear. */
export function turnOf({ leftEye, rightEye, nose, leftEar, rightEar }: Face): number {
  const length = Math.hypot(rightEye.x - leftEye.x, rightEye.y - leftEye.y) || 1;
  const alongX = (rightEye.x - leftEye.x) / length;
  const alongY = (rightEye.y - leftEye.y) / length;
  const place = (point: { x: number; y: number }) => point.x * alongX + point.y * alongY;
  const toLeft = place(nose) - place(leftEar);
  const toRight = place(rightEar) - place(nose);
  return (toLeft - toRight) / (Math.abs(toLeft) + Math.abs(toRight) || 1);
}

/** Angle between the line of the eyes and the horizontal, in degrees. */
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

/** Variance of the Laplacian. It is high in a sharp picture, because fine detail makes neighbouring pixels differ. */
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
