import type { Face } from './detect-faces.ts';
import { loadModel, runModel } from './load-models.ts';
import { type Pixels, type Point, uprightSquare } from './pixels.ts';

/** 468 points in pixels of the photo. `score` (0 to 1) is the confidence that they show a face. */
export interface FaceMesh {
  points: Point[];
  /** Depth of each point in pixels of the photo; larger is farther away. */
  depths: Float32Array;
  score: number;
}

/** Indices of mesh points. Left and right are as seen in the photo. */
export const MESH = {
  noseTip: 1,
  chin: 152,
  leftEye: 33,
  rightEye: 263,
  leftSide: 234,
  rightSide: 454,
} as const;

const INPUT_SIZE = 192;
const POINTS = 468;

/** A face's box is enlarged by this factor, because the network needs a margin around the face. */
const MARGIN = 1.5;

export async function meshFace(photo: Pixels, face: Face): Promise<FaceMesh> {
  const model = await loadModel('facemesh');
  const roll = Math.atan2(face.rightEye.y - face.leftEye.y, face.rightEye.x - face.leftEye.x);
  const side = Math.max(face.width, face.height) * MARGIN;
  const cos = Math.cos(roll) * side;
  const sin = Math.sin(roll) * side;
  const centreX = face.x + face.width / 2;
  const centreY = face.y + face.height / 2;

  /** Maps the normalised upright square around the face (0 to 1) to the photo. */
  const toPhoto = (u: number, v: number): Point => ({
    x: centreX + (u - 0.5) * cos - (v - 0.5) * sin,
    y: centreY + (u - 0.5) * sin + (v - 0.5) * cos,
  });

  const rgb = uprightSquare(photo, INPUT_SIZE, toPhoto);
  const outputs = await runModel(model, { rgb, size: INPUT_SIZE }, { from: 0, to: 1 });
  const coordinates = outputs.find(({ data }) => data.length === POINTS * 3)!.data;
  const [score = 0] = Array.from(outputs.find(({ data }) => data.length === 1)!.data);

  const points = Array.from({ length: POINTS }, (_, index) =>
    toPhoto(coordinates[index * 3]! / INPUT_SIZE, coordinates[index * 3 + 1]! / INPUT_SIZE),
  );

  const depths = Float32Array.from(points, (_, index) => (coordinates[index * 3 + 2]! / INPUT_SIZE) * side);

  return { points, depths, score };
}
