import { type Grid, middleOfCell, withoutDuplicates } from './guesses.ts';
import { loadModel, type Output, runModel } from './load-models.ts';
import { inSquare, type Pixels, type Point, type Square } from './pixels.ts';

/** A detected face in pixels of the photo. Left and right are as seen in the photo, not the person's. */
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

const INPUT_SIZE = 256;
const LOWEST_SCORE = 0.55;

/** Two boxes count as the same face if they overlap by more than this fraction of the smaller box. */
const MOST_SHARED = 0.5;

/** The network's two anchor grids, with several guesses per cell. */
const GRIDS: Grid[] = [
  { cells: 16, guesses: 2 },
  { cells: 8, guesses: 6 },
];

/** Finds faces, the largest first. */
export async function detectFaces(photo: Pixels): Promise<Face[]> {
  const model = await loadModel('blazeface');
  const square = await inSquare(photo, INPUT_SIZE);
  const outputs = await runModel(model, { rgb: square.rgb, size: INPUT_SIZE }, { from: -1, to: 1 });

  const guesses = GRIDS.flatMap(grid => readGrid(outputs, grid, square));
  return withoutDuplicates(guesses, (a, b) => sharedPart(a, b) > MOST_SHARED).sort(
    (a, b) => b.width - a.width,
  );
}

function readGrid(outputs: Output[], grid: Grid, { scale, toPhoto }: Square): Face[] {
  const count = grid.cells * grid.cells * grid.guesses;
  const scores = outputs.find(({ shape }) => shape[1] === count && shape[2] === 1)!.data;
  const boxes = outputs.find(({ shape }) => shape[1] === count && shape[2] === 16)!.data;
  const faces: Face[] = [];

  for (let index = 0; index < count; index++) {
    const score = 1 / (1 + Math.exp(-scores[index]!));
    if (score < LOWEST_SCORE) continue;

    const anchor = middleOfCell(index, grid, INPUT_SIZE);
    const value = (position: number) => boxes[index * 16 + position]!;
    const point = (position: number) => toPhoto(value(position) + anchor.x, value(position + 1) + anchor.y);

    const centre = point(0);
    const width = value(2) * scale;
    const height = value(3) * scale;

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
  }

  return faces;
}

/** The overlap of two boxes, as a fraction of the smaller box's area. */
function sharedPart(a: Face, b: Face): number {
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x));
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}
