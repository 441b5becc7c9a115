import { type Grid, middleOfCell, withoutDuplicates } from './guesses.ts';
import { loadModel, runModel } from './load-models.ts';
import { inSquare, type Pixels, type Point, uprightSquare } from './pixels.ts';

/** A palm, in pixels of the picture. */
interface Palm {
  score: number;
  middle: Point;
  side: number;
  wrist: Point;
  /** The base of the middle finger. */
  knuckle: Point;
}

const PALM_INPUT = 256;
const HAND_INPUT = 224;

/** The network's anchor grids, in the order of its output, and the number of values per guess. */
const GRIDS: Grid[] = [
  { cells: 32, guesses: 2 },
  { cells: 16, guesses: 2 },
  { cells: 8, guesses: 6 },
];
const NUMBERS = 19;

/**
 * Minimum scores of the palm detector and of the hand network. The hand network decides, because the detector mistakes
 * chins, collars and shoulders for palms. Of 133 palms that it found around the heads in 203 public portraits, 17 were
 * hands.
 */
const LEAST_PALM = 0.4;
const LEAST_HAND = 0.7;

/**
 * Maximum number of palms passed to the hand network, which takes 25 ms for each. A photo full of hands must not take
 * seconds.
 */
const MOST_PALMS = 8;

/** Side of the hand network's input square, and its shift towards the fingers, both in palm sizes. */
const AROUND_PALM = 2.6;
const TOWARDS_FINGERS = 0.5;

/** Finds hands. Returns 21 points per hand, from the wrist to the fingertips, in pixels of the picture. */
export async function findHands(picture: Pixels): Promise<Point[][]> {
  const hands: Point[][] = [];
  for (const palm of await findPalms(picture)) {
    const hand = await pointsOfHand(picture, palm);
    if (hand) hands.push(hand);
  }
  return hands;
}

async function findPalms(picture: Pixels): Promise<Palm[]> {
  const model = await loadModel('handdetect');
  const { rgb, scale, toPhoto } = await inSquare(picture, PALM_INPUT);
  const [output] = await runModel(model, { rgb, size: PALM_INPUT }, { from: -1, to: 1 });
  const palms: Palm[] = [];
  let start = 0;

  for (const grid of GRIDS) {
    const count = grid.cells ** 2 * grid.guesses;
    for (let index = 0; index < count; index++) {
      const value = (position: number) => output!.data[(start + index) * NUMBERS + position]!;
      const score = 1 / (1 + Math.exp(-value(0)));
      if (score < LEAST_PALM) continue;
      const anchor = middleOfCell(index, grid, PALM_INPUT);
      const point = (position: number) => toPhoto(value(position) + anchor.x, value(position + 1) + anchor.y);
      palms.push({ score, middle: point(1), side: value(3) * scale, wrist: point(5), knuckle: point(9) });
    }
    start += count;
  }

  return withoutDuplicates(palms, areOne).slice(0, MOST_PALMS);
}

function areOne(a: Palm, b: Palm): boolean {
  return Math.hypot(a.middle.x - b.middle.x, a.middle.y - b.middle.y) <= Math.max(a.side, b.side) / 2;
}

/** The points of the hand at a palm; undefined if it is not a hand. */
async function pointsOfHand(picture: Pixels, palm: Palm): Promise<Point[] | undefined> {
  const model = await loadModel('handlandmark-lite');
  const angle = Math.atan2(palm.knuckle.y - palm.wrist.y, palm.knuckle.x - palm.wrist.x);
  const up: Point = { x: Math.cos(angle), y: Math.sin(angle) };
  /** Maps the normalised square around the hand (0 to 1, fingers at the top) to the picture. */
  const toPicture = (u: number, v: number): Point => {
    const right = (u - 0.5) * AROUND_PALM * palm.side;
    const along = (TOWARDS_FINGERS - (v - 0.5) * AROUND_PALM) * palm.side;
    return {
      x: palm.middle.x - up.y * right + up.x * along,
      y: palm.middle.y + up.x * right + up.y * along,
    };
  };

  const rgb = uprightSquare(picture, HAND_INPUT, toPicture);
  const [isHand, points] = await runModel(model, { rgb, size: HAND_INPUT }, { from: 0, to: 1 });
  if (isHand!.data[0]! < LEAST_HAND) return;
  return Array.from({ length: 21 }, (_, index) =>
    toPicture(points!.data[index * 3]! / HAND_INPUT, points!.data[index * 3 + 1]! / HAND_INPUT),
  );
}
