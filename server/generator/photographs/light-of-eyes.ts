import { brightnessOf, clamp, smoothstep } from '../filters/math.ts';
import { EYES, FACE_OVAL } from '../vision/face-contours.ts';
import { forEachInside } from '../vision/inside-polygon.ts';
import { MESH } from '../vision/mesh-face.ts';
import type { Pixels, Point } from '../vision/pixels.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Corrections of a photo's light. All values are linear light (0 to 1), not gamma-encoded. */
export interface MissingLight {
  /** Light that haze or glare adds everywhere. Subtract it before applying the gains. */
  haze: Colour;
  gains: Colour;
}

/**
 * Ratios of red and blue to green in the whites of eyes, including light reflected from the skin. Median of twenty
 * photos in daylight.
 */
const WHITE = { red: 1.15, blue: 0.95 };

/**
 * Distance of the logarithms of the whites' colour ratios from neutral: up to `none`, there is no colour cast; from
 * `sure` on, there certainly is.
 */
const CAST = { none: 0.12, sure: 0.28 };

/** Fraction of a certain colour cast that is removed. The rest keeps, for example, a little of the evening light. */
const MOST_CORRECTED = 0.9;

/**
 * If the sampled colour's red-to-blue ratio reaches this fraction of the skin's ratio, the eyes are closed and show no
 * white.
 */
const SKIN_LIKE = 0.93;

/** Target brightness of the whites, and maximum brightness of the face's highlights (0 to 255, gamma-encoded). */
const EYE_WHITE = 158;
const FACE_BRIGHT_END = 226;
const MOST_GAIN = 6;

/** Used instead of `EYE_WHITE` if the whites are unusable: brightness limits for skin and the photo's highlights. */
const FACE_BRIGHT = 150;
const PHOTO_BRIGHT_END = 235;

/** Minimum eye distance (pixels) for separating the whites from the lids. */
const LEAST_EYES = 80;

/**
 * A photo has no haze if its darkest part (0 to 255, gamma-encoded) is at most `CLEAR`. Otherwise, this fraction of
 * the excess is removed as haze.
 */
const CLEAR = 34;
const HAZE_TAKEN = 0.9;

/** The haze measured over the eyes is limited to this multiple of the haze over the photo's darkest part. */
const UNEVEN = 4;

export const GAMMA = 2.2;

const toLight = (value: number) => (value / 255) ** GAMMA;

const table = Float32Array.from({ length: 4097 }, (_, at) => (at / 4096) ** (1 / GAMMA) * 255);

/** Converts linear light (0 to 1) to a gamma-encoded value (0 to 255). */
export const coded = (light: number) => table[Math.round(Math.min(1, Math.max(0, light)) * 4096)]!;

/** Estimates how the face's light must be corrected, from the whites of the eyes, which look similar in all people. */
export function lightOfEyes(photo: Pixels, mesh: Point[]): MissingLight {
  const haze = hazeOf(photo, mesh);
  const tables = haze.map(over =>
    Float32Array.from({ length: 256 }, (_, value) => coded(Math.max(0, toLight(value) - over) / (1 - over))),
  );
  const clear = ([red, green, blue]: Colour): Colour => [
    tables[0]![red]!,
    tables[1]![green]!,
    tables[2]![blue]!,
  ];
  const face = coloursInside(photo, mesh, FACE_OVAL).map(clear);
  const faceTones = tonesOf(face);
  const toneAt = (share: number) => faceTones[Math.floor((faceTones.length - 1) * share)] ?? 128;

  const [left, right] = [mesh[MESH.leftEye]!, mesh[MESH.rightEye]!];
  const isLarge = Math.hypot(left.x - right.x, left.y - right.y) >= LEAST_EYES;
  const white = isLarge ? whiteOf(photo, mesh, clear) : null;
  const skin = meanOf(face);
  const isWhite = white !== null && white[0] / white[2] < (skin[0] / skin[2]) * SKIN_LIKE;
  const whiteTone = isWhite ? brightness(white) : 0;
  const balance = isWhite ? balanceOf(white) : ([1, 1, 1] as const);
  const tells = whiteTone > toneAt(0.35);
  // Skin brightness differs between people, so it does not show how bright the light is.
  const wanted = tells
    ? EYE_WHITE / whiteTone
    : Math.min(FACE_BRIGHT / Math.max(1, toneAt(0.9)), PHOTO_BRIGHT_END / brightEndOf(photo));
  const allowed = FACE_BRIGHT_END / Math.max(1, toneAt(0.97));
  // Do not change a face that is already too bright.
  const gain = clamp(Math.min(wanted, allowed) ** GAMMA, 1, MOST_GAIN);
  return { haze, gains: balance.map(value => value * gain) as unknown as Colour };
}

const brightness = ([red, green, blue]: Colour) => brightnessOf(red, green, blue);

/** The colours' brightness values in ascending order. */
function tonesOf(colours: Colour[]): Float64Array {
  const tones = new Float64Array(colours.length);
  for (let at = 0; at < tones.length; at++) tones[at] = brightness(colours[at]!);
  return tones.sort();
}

/**
 * Estimates the haze. Without haze, the pupils or the darkest part of the photo are nearly black; haze brightens both.
 */
function hazeOf(photo: Pixels, mesh: Point[]): Colour {
  const eyes = EYES.flatMap(contour => coloursInside(photo, mesh, contour));
  const sampled: Colour[] = [];
  for (let at = 0; at < photo.rgb.length; at += 3 * 13)
    sampled.push([photo.rgb[at]!, photo.rgb[at + 1]!, photo.rgb[at + 2]!]);
  const pupils = darkestOf(eyes, 0.04);
  const darkest = darkestOf(sampled, 0.004);
  return [0, 1, 2].map(k => {
    const value = Math.min(pupils[k]!, darkest[k]! * UNEVEN);
    return Math.max(0, toLight(value) - toLight(CLEAR)) * HAZE_TAKEN;
  }) as unknown as Colour;
}

/** The mean of the darkest `share` (0 to 1) of the colours. */
function darkestOf(colours: Colour[], share: number): Colour {
  // Sort brightness values, because sorting colours would take ten times as long.
  const tones = tonesOf(colours);
  const limit = tones[Math.max(0, Math.ceil(tones.length * share) - 1)]!;
  return meanOf(colours.filter(colour => brightness(colour) <= limit));
}

/** The brightness (0 to 255) that only 1 % of the photo's pixels exceed. */
function brightEndOf({ rgb }: Pixels): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < rgb.length; at += 3 * 13)
    counts[Math.round(brightnessOf(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!))]!++;
  let above = (rgb.length / (3 * 13)) * 0.01;
  let value = 255;
  for (; value > 1 && above > 0; value--) above -= counts[value]!;
  return value;
}

/** Channel gains that neutralise the light's colour and keep its brightness. */
function balanceOf([red, green, blue]: Colour): Colour {
  const light = [toLight(red), toLight(green), toLight(blue)] as const;
  const offRed = Math.log(light[0] / light[1] / WHITE.red ** GAMMA);
  const offBlue = Math.log(light[2] / light[1] / WHITE.blue ** GAMMA);
  const share =
    smoothstep(CAST.none * GAMMA, CAST.sure * GAMMA, Math.hypot(offRed, offBlue)) * MOST_CORRECTED;
  const gains = [Math.exp(-offRed * share), 1, Math.exp(-offBlue * share)] as const;
  const before = brightnessOf(...light);
  const after = brightnessOf(light[0] * gains[0], light[1], light[2] * gains[2]);
  return gains.map(value => (value * before) / after) as unknown as Colour;
}

/** Colour of the whites of the eyes without reflections; null if there are too few pixels. */
function whiteOf(photo: Pixels, mesh: Point[], clear: (colour: Colour) => Colour): Colour | null {
  const found = EYES.map(contour => {
    const all = coloursInside(photo, mesh, contour)
      .map(clear)
      .sort((a, b) => brightness(b) - brightness(a));
    return all.slice(Math.ceil(all.length * 0.04), Math.ceil(all.length * 0.28));
  }).filter(colours => colours.length >= 3);
  // If the light comes from one side, the brighter eye is more reliable.
  const means = found.map(meanOf).sort((a, b) => brightness(b) - brightness(a));
  return means[0] ?? null;
}

function meanOf(colours: Colour[]): Colour {
  return [0, 1, 2].map(
    k => colours.reduce((sum, colour) => sum + colour[k]!, 0) / colours.length,
  ) as unknown as Colour;
}

function coloursInside({ rgb, ...size }: Pixels, mesh: Point[], contour: readonly number[]): Colour[] {
  const colours: Colour[] = [];
  forEachInside(
    contour.map(index => mesh[index]!),
    size,
    at => {
      colours.push([rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!]);
    },
  );
  return colours;
}
