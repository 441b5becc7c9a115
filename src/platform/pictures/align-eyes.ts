import type { Size } from './read-jpeg-header.ts';

/** A position in px. */
interface Point {
  x: number;
  y: number;
}

/** A picture's size and the positions of its eyes, in px. Left and right are as seen in the picture. */
export interface Eyes extends Size {
  leftEye: Point;
  rightEye: Point;
}

/** Top left corner and width, as fractions of the frame's width. Clockwise rotation about the corner, in radians. */
export interface Placement {
  x: number;
  y: number;
  width: number;
  turn: number;
}

/** If the eyes are closer together than this fraction of the width, the pictures cannot be aligned. */
const leastDistance = 0.01;
/** Maximum scale (relative to filling the frame) and rotation. Beyond them, the eyes were probably detected wrongly. */
const mostScale = 6;
const mostTurn = Math.PI / 4;
/** Minimum fraction of the frame that the photo must cover. A smaller photo would look like a stamp. */
const leastCovered = 0.4;

/** Centres a picture so that it fills a frame of this aspect ratio (width / height), like `object-fit: cover`. */
export function fillFrame({ width, height }: Size, ratio: number): Placement {
  const wide = Math.max(1, width / height / ratio);
  return { x: (1 - wide) / 2, y: (1 / ratio - (wide * height) / width) / 2, width: wide, turn: 0 };
}

/** Places the photo so that the eyes match. Null if the faces differ too much or it would cover too little. */
export function alignEyes(photo: Eyes, pic: Eyes, ratio: number): Placement | null {
  const filled = fillFrame(pic, ratio);
  const inFrame = ({ x, y }: Point): Point => ({
    x: filled.x + (x * filled.width) / pic.width,
    y: filled.y + (y * filled.width) / pic.width,
  });
  const [left, right] = [inFrame(pic.leftEye), inFrame(pic.rightEye)];
  const { leftEye, rightEye } = photo;
  const to = lineOf(left, right);
  const from = lineOf(leftEye, rightEye);
  if (!(from.length > leastDistance * photo.width && to.length > leastDistance)) return null;

  const scale = to.length / from.length;
  const turn = Math.atan2(Math.sin(to.angle - from.angle), Math.cos(to.angle - from.angle));
  const width = scale * photo.width;
  const enlarged = width / fillFrame(photo, ratio).width;
  if (!(enlarged <= mostScale && enlarged >= 1 / mostScale && Math.abs(turn) <= mostTurn)) return null;

  const middle = { x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2 };
  const turned = {
    x: scale * (middle.x * Math.cos(turn) - middle.y * Math.sin(turn)),
    y: scale * (middle.x * Math.sin(turn) + middle.y * Math.cos(turn)),
  };
  const placement = {
    x: (left.x + right.x) / 2 - turned.x,
    y: (left.y + right.y) / 2 - turned.y,
    width,
    turn,
  };
  return coveredShare(placement, photo, ratio) < leastCovered ? null : placement;
}

function lineOf(from: Point, to: Point): { length: number; angle: number } {
  const [across, down] = [to.x - from.x, to.y - from.y];
  return { length: Math.hypot(across, down), angle: Math.atan2(down, across) };
}

/** Number of sample points along each side. */
const samples = 24;

function coveredShare({ x, y, width, turn }: Placement, picture: Size, ratio: number): number {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let covered = 0;
  for (let at = 0; at < samples * samples; at++) {
    const across = ((at % samples) + 0.5) / samples - x;
    const down = (Math.floor(at / samples) + 0.5) / samples / ratio - y;
    const inX = (across * cos + down * sin) / width;
    const inY = (down * cos - across * sin) / width;
    if (inX >= 0 && inX <= 1 && inY >= 0 && inY <= picture.height / picture.width) covered++;
  }
  return covered / samples ** 2;
}
