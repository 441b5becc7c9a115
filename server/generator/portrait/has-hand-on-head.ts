import sharp from 'sharp';
import { findHands } from '../vision/find-hands.ts';
import type { Split, Whole } from './split-person.ts';

/** Hands are searched for within this distance from the eyes, in eye distances. */
const AROUND = 2.8;

/**
 * A hand touches the head if at least this many of its 21 points are on head or neck. A point is on them if their mask
 * values (0 to 255) add up to at least `LEAST_SHARE`.
 */
const LEAST_POINTS = 2;
const LEAST_SHARE = 100;

/**
 * Background for the search. With a busy background, the network misses hands; with black, it misses their shaded
 * sides.
 */
const GROUND = '#808080';

/** True if a hand touches head or neck. Drawn clothes would then show the hand without its arm. */
export async function hasHandOnHead(
  { rgba, eyes, eyeDistance, ...whole }: Whole,
  { parts, width, height, scale }: Split,
): Promise<boolean> {
  const left = Math.max(0, Math.round(eyes.x - AROUND * eyeDistance));
  const top = Math.max(0, Math.round(eyes.y - AROUND * eyeDistance));
  const area = {
    left,
    top,
    width: Math.min(whole.width, Math.round(eyes.x + AROUND * eyeDistance)) - left,
    height: Math.min(whole.height, Math.round(eyes.y + AROUND * eyeDistance)) - top,
  };
  const rgb = await sharp(rgba, { raw: { width: whole.width, height: whole.height, channels: 4 } })
    .extract(area)
    .flatten({ background: GROUND })
    .raw()
    .toBuffer();
  const hands = await findHands({ rgb, width: area.width, height: area.height });

  return hands.some(points => {
    const onHead = points.filter(({ x, y }) => {
      const column = Math.round((x + left) * scale);
      const row = Math.round((y + top) * scale);
      if (column < 0 || row < 0 || column >= width || row >= height) return false;
      const at = (row * width + column) * 2;
      return parts[at]! + parts[at + 1]! >= LEAST_SHARE;
    });
    return onHead.length >= LEAST_POINTS;
  });
}
