import { clamp, smoothstep } from '../filters/math.ts';
import type { Pixels } from '../vision/pixels.ts';
import { boxBlur, type Plane } from './box-blur.ts';
import { connected } from './connected.ts';
import type { HeadAxes } from './head-axes.ts';
import { nearest, type Tone, toneOf } from './tone-groups.ts';
import { FAR, type Seen, type Tones, tonesOf } from './tones-of.ts';

/** A pixel's tone changes its log odds of being hair by 1 per this squared tone difference, by at most `MOST`. */
const TELLS = 260;
const MOST = 4;

/** Subtracted from the log odds of hair below the mouth if no hair hangs next to the mouth. */
const SHORT = 6.5;

/**
 * If more than this fraction of the clothes has the colour of hair, clothes and hair are hard to tell apart. White hair
 * is then assumed to end at the jaw.
 */
const ALIKE = 0.3;

/**
 * Minimum fraction of hair pixels next to ears and mouth for hair to count as long, if clothes and hair are hard to tell
 * apart.
 */
const CURTAIN = 0.6;

/**
 * Below the jaw, hair that is narrower than about twice this (units) does not count, because it is more often a strap or
 * a piece of a collar than a lock.
 */
const STRAP = 0.12;

/** Minimum brightness of white hair, on the scale of tones. */
const WHITE = 68;

/**
 * Finds hair (0 to 1) next to and below the face, using colour, position and connection to the head. `quality` (0 to
 * 1) is the certainty.
 */
export function findHair(
  seen: Seen,
  likenessOf: (red: number, green: number, blue: number) => number,
): { hair: Plane; quality: number } {
  const { width, height, axes, opacity, oval } = seen;
  const { half, mouth, jaw } = axes;
  const tones = tonesOf(seen, likenessOf);
  const long = [-1, 1].map(side => lengthOf(side, seen, tones));
  const odds = new Float32Array(opacity.length);
  const starts = new Float32Array(opacity.length);
  let [hands, wide, far, hanging] = [0, 0, 0, 0];

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (opacity[at]! < 0.3) continue;
      const place = axes.along(x, y);
      const aside = Math.abs(place.x);
      if (place.y < -0.8 || place.y > jaw + 4 || aside > half + 1.5) {
        if (place.y < mouth && place.y > -1 && aside > half + 1.35) wide++;
        continue;
      }

      const [red, green, blue] = [seen.rgb[at * 3]!, seen.rgb[at * 3 + 1]!, seen.rgb[at * 3 + 2]!];
      const fromColour = colourOdds(toneOf(red, green, blue), tones, aside);
      const { besideMouth, besideNeck } = long[place.x < 0 ? 0 : 1]!;
      const expected = place.y < mouth - 0.25 ? 1 : place.y < jaw ? besideMouth : besideMouth * besideNeck;
      const fromPlace = placeOdds(place.y - jaw, aside - half, aside, tones) - SHORT * (1 - expected);
      odds[at] = 1 / (1 + Math.exp(-fromColour - fromPlace));
      if (aside > half + 0.3 && place.y > -0.2 && place.y < mouth + 0.1)
        hands += likenessOf(red, green, blue) * (1 - odds[at]!);
      const isNear = place.y < mouth && aside > half - 0.08 && aside < half + 0.3;
      if (isNear && oval[at] === 0 && odds[at]! > 0.5) starts[at] = 1;
      if (aside > half + 0.75 && place.y > mouth - 0.2) far += smoothstep(0.5, 0.7, odds[at]!);
      if (place.y > jaw - 0.1 && aside > half * 0.8 && odds[at]! > 0.5) hanging++;
    }
  }

  // A beard may continue below the chin, so search from the face oval too.
  if (tones.beard > 0.4) for (let at = 0; at < oval.length; at++) if (oval[at]! > 0.5) starts[at] = 1;
  const radius = Math.max(1, Math.round(axes.unit * 0.02));
  const soft = boxBlur(odds, seen, radius);
  const own = connected(starts, soft, 0.5, seen);
  const kept = new Float32Array(soft.length);
  for (let at = 0; at < kept.length; at++) {
    if (own[at] && oval[at] === 0) kept[at] = smoothstep(0.42, 0.7, soft[at]!);
  }
  removeStraps(kept, seen);
  const { unit } = axes;
  const end = fadeOut(seen, unit);
  const hair = boxBlur(kept, seen, 1);
  for (let at = 0; at < hair.length; at++) hair[at]! *= end(Math.floor(at / width), at % width);
  return { hair, quality: qualityOf(axes, tones, { hands, wide: wide + far, hanging: hanging / unit ** 2 }) };
}

function removeStraps(hair: Plane, seen: Seen): void {
  const { width, axes } = seen;
  const radius = Math.max(1, Math.round(axes.unit * STRAP));
  const core = boxBlur(hair, seen, radius);
  for (let at = 0; at < core.length; at++) core[at] = core[at]! > 0.75 ? 1 : 0;
  // At a straight edge, the core begins half a radius inside the hair.
  const near = boxBlur(core, seen, Math.ceil(radius / 2) + 1);
  for (let at = 0; at < hair.length; at++) {
    if (near[at] === 0 && axes.along(at % width, Math.floor(at / width)).y > axes.jaw) hair[at] = 0;
  }
}

/** Log odds that a pixel of this tone is hair. */
function colourOdds(tone: Tone, { hair, skin, cloth }: Tones, aside: number): number {
  const fromHair = nearest(tone, hair, FAR * 2);
  const fromSkin = nearest(tone, skin, FAR) * (aside < 0.7 ? 0.8 : 1.2);
  const fromCloth = nearest(tone, cloth, FAR);
  return clamp((Math.min(fromSkin, fromCloth) - fromHair) / TELLS, -MOST, MOST);
}

/** Expected hair next to the mouth and the neck (0 to 1), on the left (`side` = −1) or right side (1). */
function lengthOf(side: number, seen: Seen, tones: Tones) {
  const { half, mouth, jaw } = seen.axes;
  const besideEars = shareOfHair(side, { down: mouth - 0.5, aside: half + 0.06 }, seen, tones);
  const besideMouth = shareOfHair(side, { down: mouth - 0.15, aside: half + 0.06 }, seen, tones);
  const besideNeck = shareOfHair(side, { down: jaw + 0.05, aside: half }, seen, tones);
  // Next to the neck, clothes in the colour of hair cannot be told from hair. Then only hair that hangs from the ears
  // down to the mouth counts. The same holds if the photo ends above the clothes, because their colour is unknown.
  const isAlike = tones.alike > ALIKE || tones.cloth.length === 0;
  const isWhite = tones.hair.every(([brightness]) => brightness > WHITE);
  const hangs = isAlike
    ? Math.min(besideEars, besideMouth) > CURTAIN
    : besideMouth > 0.25 && Math.max(besideEars, besideNeck) > 0.3;
  return {
    besideMouth: hangs ? 1 : 0,
    besideNeck: isAlike && isWhite ? 0 : smoothstep(0.02, 0.1, besideNeck),
  };
}

/** Fraction of hair pixels in a square next to the head. The square's side is a third of a unit. */
function shareOfHair(
  side: number,
  from: { down: number; aside: number },
  { rgb, width, height, opacity, axes }: Seen,
  tones: Tones,
): number {
  const { unit, sides, roll } = axes;
  const [cos, sin] = [Math.cos(roll) * unit, Math.sin(roll) * unit];
  let [hits, count] = [0, 0];
  for (let down = from.down; down < from.down + 0.35; down += 0.04) {
    for (let aside = from.aside; aside < from.aside + 0.34; aside += 0.04) {
      const x = Math.round(sides.x + side * aside * cos - down * sin);
      const y = Math.round(sides.y + side * aside * sin + down * cos);
      count++;
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = y * width + x;
      const tone = toneOf(rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!);
      if (opacity[at]! > 0.5 && colourOdds(tone, tones, aside) > -0.5) hits++;
    }
  }
  return hits / count;
}

/** Log odds of hair at this distance below the chin and next to the face. */
function placeOdds(belowJaw: number, besideFace: number, aside: number, { beard }: Tones): number {
  const low = Math.max(0, belowJaw - 0.15);
  const out = Math.max(0, besideFace - 0.4);
  // Near the middle below the chin, hair is unlikely, because the neck is there, unless there is a beard.
  const bearded = beard > 0.4 && belowJaw < 0.35 ? 1.5 : 0;
  const inside = smoothstep(0.62, 0.36, aside) * smoothstep(-0.35, -0.1, belowJaw) * (4.5 - bearded * 3);
  return 1.3 - low * 1.7 - out * 4 - inside;
}

/** Returns a factor that fades hair out along an uneven edge near the photo's border. */
function fadeOut({ width, height }: Pixels, unit: number): (y: number, x: number) => number {
  return (y, x) => {
    const uneven = unit * 0.12 * Math.sin((x / unit) * 23);
    const below = smoothstep(height - 2, height - unit * 0.5, y + uneven);
    return below * smoothstep(1, unit * 0.2, Math.min(x, width - 1 - x));
  };
}

/**
 * Quality of the result, at most 1. Hands or objects near the head, clothes in the colour of long hair, and a strongly
 * turned head lower it.
 */
function qualityOf(
  { unit, turn, roll }: HeadAxes,
  { alike }: Tones,
  { hands, wide, hanging }: { hands: number; wide: number; hanging: number },
): number {
  const byHands = smoothstep(0.28, 0.06, hands / unit ** 2);
  const byThings = smoothstep(0.5, 0.15, wide / unit ** 2);
  const byHair = 1 - 0.4 * smoothstep(0.1, 0.5, hanging) * smoothstep(0.25, 0.6, alike);
  const byTurn = smoothstep(0.5, 0.3, Math.abs(turn)) * smoothstep(0.8, 0.5, Math.abs(roll));
  return byHands * byThings * byHair * byTurn;
}
