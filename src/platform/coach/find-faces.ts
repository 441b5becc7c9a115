import { type FaceNet, type GridResult, inputSize } from './face-net.ts';
import type { Pixels } from './shrink-grey.ts';

/** A position in px. */
export interface Point {
  x: number;
  y: number;
}

/** A detected face, in pixels of the photo. Left and right are as seen in the photo. */
export interface Face {
  score: number;
  x: number;
  y: number;
  width: number;
  height: number;
  leftEye: Point;
  rightEye: Point;
  nose: Point;
  leftEar: Point;
  rightEar: Point;
}

/** `small` is the whole photo with a long side of `inputSize`. `cut` returns a part of the photo in full size. */
export interface Photo {
  width: number;
  height: number;
  small: Pixels;
  cut(area: { x: number; y: number; width: number; height: number }): Pixels;
}

/** Minimum score of a face, maximum overlap of two faces. As in server/generator/vision/detect-faces.ts. */
const lowestScore = 0.55;
const mostShared = 0.5;

/** Returns the faces, widest first. */
export function findFaces(net: FaceNet, photo: Photo): Face[] {
  const { width, height } = photo.small;
  const scale = Math.max(photo.width, photo.height) / inputSize;
  const left = (inputSize - width) >> 1;
  const top = (inputSize - height) >> 1;
  const results = net.run((to, line) => drawInto(to, line, photo.small, left, top));

  const guesses = results.flatMap(readGrid).sort((a, b) => b.score - a.score);
  const kept: Face[] = [];
  for (const guess of guesses)
    if (kept.every(face => sharedPart(face, guess) <= mostShared)) kept.push(guess);

  const place = ({ x, y }: Point) => ({ x: (x - left) * scale, y: (y - top) * scale });
  return kept
    .map(face => ({
      score: face.score,
      ...place(face),
      width: face.width * scale,
      height: face.height * scale,
      leftEye: place(face.leftEye),
      rightEye: place(face.rightEye),
      nose: place(face.nose),
      leftEar: place(face.leftEar),
      rightEar: place(face.rightEar),
    }))
    .sort((a, b) => b.width - a.width);
}

/** Writes the photo's pixels on a black background, as values from −1 to 1. */
function drawInto(to: Float32Array, line: number, small: Pixels, left: number, top: number): void {
  const { data, width, height, channels } = small;
  for (let y = 0; y < inputSize; y++) to.fill(-1, y * line, y * line + inputSize * 3);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, at = (y + top) * line + left * 3; x < width; x++, at += 3, from += channels) {
      to[at] = data[from]! / 127.5 - 1;
      to[at + 1] = data[from + 1]! / 127.5 - 1;
      to[at + 2] = data[from + 2]! / 127.5 - 1;
    }
  }
}

function readGrid({ cells, guesses, scores, box }: GridResult): Face[] {
  const faces: Face[] = [];
  scores.forEach((logit, index) => {
    const score = 1 / (1 + Math.exp(-logit));
    if (score < lowestScore) return;
    const cell = Math.floor(index / guesses);
    const anchorX = (((cell % cells) + 0.5) / cells) * inputSize;
    const anchorY = ((Math.floor(cell / cells) + 0.5) / cells) * inputSize;
    const values = box(index);
    const point = (at: number) => ({ x: values[at]! + anchorX, y: values[at + 1]! + anchorY });
    const width = values[2]!;
    const height = values[3]!;
    const centre = point(0);
    faces.push({
      score,
      x: centre.x - width / 2,
      y: centre.y - height / 2,
      width,
      height,
      leftEye: point(4),
      rightEye: point(6),
      nose: point(8),
      leftEar: point(12),
      rightEar: point(14),
    });
  });
  return faces;
}

/** Overlap area of two boxes, divided by the area of the smaller box. */
function sharedPart(a: Face, b: Face): number {
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x));
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}
