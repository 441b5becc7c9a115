import { followEdges, type Plane } from '../portrait/box-blur.ts';
import type { CutOut } from '../portrait/cut-out.ts';
import type { FaceLight } from '../portrait/light-of-face.ts';
import type { Pixels, Point } from '../vision/pixels.ts';
import { canStandPlain, cutPerson } from './cut-person.ts';
import { GAMMA, lightOfEyes, type MissingLight } from './light-of-eyes.ts';
import { evenSkin, sharpenEyes } from './retouch.ts';
import { luminanceOf, makeSmallCopy } from './small-copy.ts';

/** A photo after light correction and noise reduction, with its cut-out person. Lengths are in pixels of this photo. */
export interface DevelopedPhoto extends Pixels {
  /** The person as RGBA, without the background's colour at the edges. */
  person: Uint8Array;
  mesh: Point[];
  eyes: Point;
  eyeDistance: number;
  tilt: number;
  light: FaceLight;
  /** True if the cut-out is clean enough for a plain background. */
  standsPlain: boolean;
  /** Distance from the eyes to the top of the hair, along the head's axis. */
  hair: number;
  /** Distance from the eyes to the lower end of the visible body, along the head's axis. */
  below: number;
  /** Points, relative to the eyes, where the photo's border crops the person. */
  cuts: Point[];
}

/** Noise is reduced if its standard deviation in flat areas (0 to 255) exceeds this. */
const NOISY = 2.2;

/** When the exposure is raised, values above this brightness are compressed to avoid clipping to pure white. */
const SHOULDER = 200;

/**
 * Corrects the photo's light and noise, retouches the face and cuts the person out. `photoWidth` is the width of the
 * copy for which `cutOut` was made.
 */
export async function developPhoto(
  photo: Pixels,
  cutOut: CutOut,
  photoWidth: number,
): Promise<DevelopedPhoto> {
  const zoom = photo.width / photoWidth;
  const { inPhoto } = cutOut;
  const perCut = zoom / inPhoto.scale;
  const toPhoto = ({ x, y }: Point): Point => ({
    x: x * perCut + inPhoto.x * zoom,
    y: y * perCut + inPhoto.y * zoom,
  });
  const mesh = cutOut.mesh.map(toPhoto);
  const eyes = toPhoto(cutOut.eyes);
  const eyeDistance = cutOut.eyeDistance * perCut;

  const lit = expose(photo, lightOfEyes(photo, mesh));
  const clean = withoutNoise(lit, eyeDistance);
  const small = await makeSmallCopy(clean, cutOut, { eyeDistance, zoom, perCut });
  const faces = { mesh, eyes, eyeDistance };
  evenSkin(clean, small, faces);
  sharpenEyes(clean, faces);
  const person = cutPerson(clean, small);
  return {
    ...clean,
    person,
    standsPlain: canStandPlain(small, eyes),
    ...faces,
    tilt: cutOut.tilt,
    light: cutOut.light,
    hair: hairAbove(cutOut) * perCut,
    below: (cutOut.reachDown - BORDER) * perCut,
    cuts: cutsOf(cutOut).map(({ x, y }) => ({ x: x * perCut, y: y * perCut })),
  };
}

/** Distance from the eyes to the top of the hair, in pixels of the cut-out. */
function hairAbove({ rgba, width, height, eyes, eyeDistance, tilt }: CutOut): number {
  const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
  const counts = new Map<number, number>();
  for (let y = 0; y < Math.min(height, eyes.y + eyeDistance); y++) {
    for (let x = 0; x < width; x++) {
      if (rgba[(y * width + x) * 4 + 3]! < 128) continue;
      const [right, down] = [x - eyes.x, y - eyes.y];
      if (Math.abs(right * cos + down * sin) > eyeDistance * 1.2) continue;
      const up = Math.round(right * sin - down * cos);
      counts.set(up, (counts.get(up) ?? 0) + 1);
    }
  }
  const rows = [...counts].filter(([, count]) => count > eyeDistance * 0.12).map(([up]) => up);
  return Math.max(0, ...rows);
}

/** Step between two sampled border points, in pixels of the cut-out. */
const CUT_STEP = 3;

/** This many outermost pixels of a cut-out may be background. */
const BORDER = 2;

/** Points where the photo's border crops the person, relative to the eyes, in pixels of the cut-out. */
function cutsOf({ rgba, width, height, eyes, reachLeft, reachRight, reachUp }: CutOut): Point[] {
  const cuts: Point[] = [];
  const look = (x: number, y: number) => {
    if (rgba[(y * width + x) * 4 + 3]! > 127) cuts.push({ x: x - eyes.x, y: y - eyes.y });
  };
  for (let y = 0; y < height; y += CUT_STEP) {
    if (reachLeft < Infinity) look(BORDER, y);
    if (reachRight < Infinity) look(width - 1 - BORDER, y);
  }
  for (let x = 0; x < width; x += CUT_STEP) {
    if (reachUp < Infinity) look(x, BORDER);
    look(x, height - 1 - BORDER);
  }
  return cuts;
}

/** Removes the haze and raises the exposure. Compresses highlights to avoid clipping to pure white. */
function expose(photo: Pixels, { haze, gains }: MissingLight): Pixels {
  const tables = gains.map((gain, k) => {
    const clear = (value: number) => Math.max(0, (value / 255) ** GAMMA - haze[k]!) / (1 - haze[k]!);
    const raise = (value: number) => 255 * (clear(value) * gain) ** (1 / GAMMA);
    const most = raise(255);
    const bend = (most - SHOULDER) / (255 - SHOULDER) - 1;
    return Uint8Array.from({ length: 256 }, (_, value) => {
      const raised = raise(value);
      if (most <= 255 || raised <= SHOULDER) return Math.round(raised);
      const part = (raised - SHOULDER) / (most - SHOULDER);
      return Math.round(SHOULDER + ((255 - SHOULDER) * (1 + bend) * part) / (1 + bend * part));
    });
  });
  const rgb = new Uint8Array(photo.rgb.length);
  for (let at = 0; at < rgb.length; at += 3)
    for (let channel = 0; channel < 3; channel++)
      rgb[at + channel] = tables[channel]![photo.rgb[at + channel]!]!;
  return { ...photo, rgb };
}

/**
 * Standard deviation of the noise in the flatter half of the picture, on a scale of 0 to 255 (Immerkær 1996, "Fast
 * Noise Variance Estimation").
 */
function noiseOf(luminance: Plane, { width, height }: Pixels): number {
  const blocks: number[] = [];
  const side = 24;
  for (let top = 1; top + side < height; top += side * 2) {
    for (let left = 1; left + side < width; left += side * 2) {
      let sum = 0;
      let mean = 0;
      for (let y = top; y < top + side; y++) {
        for (let x = left; x < left + side; x++) {
          const at = y * width + x;
          const [above, below] = [at - width, at + width];
          mean += luminance[at]!;
          sum += Math.abs(
            luminance[above - 1]! -
              2 * luminance[above]! +
              luminance[above + 1]! -
              2 * luminance[at - 1]! +
              4 * luminance[at]! -
              2 * luminance[at + 1]! +
              luminance[below - 1]! -
              2 * luminance[below]! +
              luminance[below + 1]!,
          );
        }
      }
      mean /= side * side;
      if (mean > 0.08 && mean < 0.92) blocks.push(((sum / side / side) * Math.sqrt(Math.PI / 2) * 255) / 6);
    }
  }
  blocks.sort((a, b) => a - b);
  return blocks[Math.floor(blocks.length * 0.3)] ?? 0;
}

function withoutNoise(photo: Pixels, eyeDistance: number): Pixels {
  const luminance = luminanceOf(photo);
  const noise = noiseOf(luminance, photo);
  if (noise < NOISY) return photo;
  const { width, height, rgb } = photo;
  const radius = Math.max(2, Math.round(eyeDistance * 0.012));
  const smooth = followEdges(luminance, luminance, photo, { radius, smoothness: ((noise * 1.6) / 255) ** 2 });
  const result = new Uint8ClampedArray(rgb.length);
  const chroma = [0, 2].map(channel => {
    const plane = new Float32Array(width * height);
    for (let at = 0; at < plane.length; at++) plane[at] = rgb[at * 3 + channel]! / 255 - luminance[at]!;
    return followEdges(plane, smooth, photo, { radius: radius * 4, smoothness: 4e-4 });
  });
  const kept = 0.25;
  for (let at = 0; at < luminance.length; at++) {
    const light = smooth[at]! + (luminance[at]! - smooth[at]!) * kept;
    const red = chroma[0]![at]!;
    const blue = chroma[1]![at]!;
    result[at * 3] = (light + red) * 255;
    // Choose green so that the luminance does not change.
    result[at * 3 + 1] = (light - (red * 0.299 + blue * 0.114) / 0.587) * 255;
    result[at * 3 + 2] = (light + blue) * 255;
  }
  return { rgb: new Uint8Array(result.buffer), width, height };
}
