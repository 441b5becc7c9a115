import { brightnessOf, smoothstep } from '../filters/math.ts';
import type { Pixels, Point } from '../vision/pixels.ts';
import { MASK_SIZE } from '../vision/segment-person.ts';
import { boxBlur, followEdges, meanColours, type Plane, varianceOf } from './box-blur.ts';
import { openGaps } from './open-gaps.ts';
import { withOwnMatte } from './own-matte.ts';
import { roughMask } from './rough-mask.ts';

/** For the guided filter: squared contrast (0 to 1) from which a brightness difference counts as an edge. */
const EDGE = 5e-4;

/**
 * Squared RGB distances between hair and background. Below `from`, the colours are too similar to compute the opacity.
 * At `surely` or more, the result is fully trusted.
 */
const DIFFERENT = { from: 40 ** 2, surely: 110 ** 2 };

/**
 * The background's colour variance times this is subtracted from the squared distance, because a varied background,
 * e.g. letters on a wall, may contain the colour of hair.
 */
const MOTLEY = 3;

/** A pixel is kept only if enough of the area within this radius (eye distances) belongs to the person. */
const WISP = 0.07;

/**
 * Computes the opacity (0 to 1) of a person. Aligns the network's mask with edges, then computes the opacity of fine
 * hair from its colours. From the row `end` on, bare arms may be missing.
 */
export async function matteOf(
  pixels: Pixels,
  eyes: Point,
  eyeDistance: number,
): Promise<{ opacity: Plane; end: number }> {
  const { body: rough, end } = await roughMask(pixels, eyes, eyeDistance);
  const brightness = new Float32Array(rough.length);
  for (let at = 0; at < brightness.length; at++) {
    brightness[at] =
      brightnessOf(pixels.rgb[at * 3]!, pixels.rgb[at * 3 + 1]!, pixels.rgb[at * 3 + 2]!) / 255;
  }

  // Pixels per cell of the network's mask. At the head, which has a separate pass, cells are half as large.
  const cell = Math.max(pixels.width, pixels.height) / MASK_SIZE;
  const guided = followEdges(rough, brightness, pixels, {
    radius: Math.round(cell * 1.6 + 3),
    smoothness: EDGE,
  });
  for (let at = 0; at < guided.length; at++) {
    guided[at] = smoothstep(0.28, 0.78, guided[at]! * 0.75 + rough[at]! * 0.25);
  }

  const solved = openGaps(solveHair(pixels, { guided, rough }, eyes, eyeDistance), pixels, {
    eyes,
    eyeDistance,
  });
  const opacity = erode(withoutWisps(solved, pixels, eyeDistance), pixels);
  return { opacity: await withOwnMatte(opacity, pixels, { rough, eyes, eyeDistance }), end };
}

/** Removes thin parts, because they are more often stripes in the background than hair. */
function withoutWisps(opacity: Plane, pixels: Pixels, eyeDistance: number): Plane {
  const kept = boxBlur(opacity, pixels, Math.max(1, Math.round(eyeDistance * WISP)));
  for (let at = 0; at < kept.length; at++) kept[at] = opacity[at]! * smoothstep(0.18, 0.4, kept[at]!);
  return kept;
}

/**
 * Computes the opacity of pixels above the chin: compares their colours with the mean colours of person and background
 * nearby, if these two colours differ clearly.
 */
function solveHair(
  pixels: Pixels,
  { guided, rough }: { guided: Plane; rough: Plane },
  eyes: Point,
  eyeDistance: number,
): Plane {
  const radius = Math.round(eyeDistance * 0.14);
  const inner = boxBlur(guided, pixels, radius);
  const isPerson = new Float32Array(guided.length);
  const isGround = new Float32Array(guided.length);
  for (let at = 0; at < guided.length; at++) {
    isPerson[at] = guided[at]! > 0.97 && inner[at]! > 0.6 ? 1 : 0;
    isGround[at] = guided[at]! < 0.03 && rough[at]! < 0.3 ? 1 : 0;
  }
  const person = meanColours(pixels, isPerson, radius);
  const ground = meanColours(pixels, isGround, radius);
  const motley = varianceOf(pixels, isGround, ground, radius);
  const solved = guided.slice();
  const lowest = Math.min(pixels.height, Math.round(eyes.y + eyeDistance * 1.1));

  for (let at = 0; at < lowest * pixels.width; at++) {
    const isKnown = person.weight[at]! >= 0.02 && ground.weight[at]! >= 0.02;
    if (!isKnown || inner[at]! < 0.04 || inner[at]! > 0.8) continue;

    let along = 0;
    let difference2 = 0;
    for (let channel = 0; channel < 3; channel++) {
      const from = ground.colour[at * 3 + channel]!;
      const difference = person.colour[at * 3 + channel]! - from;
      along += (pixels.rgb[at * 3 + channel]! - from) * difference;
      difference2 += difference * difference;
    }

    const trust = smoothstep(DIFFERENT.from, DIFFERENT.surely, difference2 - MOTLEY * motley[at]!);
    const opacity = smoothstep(0.12, 0.9, along / Math.max(1, difference2));
    const share = trust * 0.75 * smoothstep(0.8, 0.55, inner[at]!);
    solved[at] = guided[at]! * (1 - share) + opacity * share;
  }

  return solved;
}

/** Erodes the edge by one to two pixels, because a fringe of the old background looks worse than a lost hair. */
function erode(opacity: Plane, pixels: Pixels): Plane {
  const eroded = boxBlur(opacity, pixels, 1);
  for (let at = 0; at < eroded.length; at++) {
    eroded[at] = Math.min(opacity[at]!, smoothstep(0.25, 0.95, eroded[at]!));
  }
  return eroded;
}
