import sharp from 'sharp';
import { embedFace } from '../../../server/generator/vision/embed-face.ts';
import { EYES, FACE_OVAL, LIPS } from '../../../server/generator/vision/face-contours.ts';
import { toOklab } from '../../../server/generator/vision/find-cover.ts';
import { findSubjects, type Subject } from '../../../server/generator/vision/find-subjects.ts';
import { forEachInside } from '../../../server/generator/vision/inside-polygon.ts';
import { type Pixels, readPixels } from '../../../server/generator/vision/pixels.ts';
import { portrait } from './a-photo.ts';

export interface MeasuredFace {
  /** Number of faces. */
  count: number;
  /** The face's embedding (see `embedFace`). */
  identity: Float32Array;
  /** Mean brightness of the skin, 0 to 255. */
  brightness: number;
  /** Share of the face that is pure white, 0 to 1. */
  burnt: number;
  /** Mean difference between red and blue in the skin, 0 to 255. */
  warmth: number;
}

/** Measures the largest face in an encoded picture. Skin means the face's oval without eyes and lips. */
export async function measureFace(bytes: Uint8Array): Promise<MeasuredFace> {
  const pixels = await readPixels(bytes);
  const subjects = await findSubjects(pixels);
  const skin = skinOf(pixels, subjects[0]);
  const identity = await embedFace(pixels, subjects[0]!);
  let sum = 0;
  let warmth = 0;
  let burnt = 0;
  let pixelCount = 0;

  for (const [at, isSkin] of skin.entries()) {
    if (!isSkin) continue;
    const [red, green, blue] = pixels.rgb.subarray(at * 3, at * 3 + 3);
    sum += red! * 0.299 + green! * 0.587 + blue! * 0.114;
    warmth += red! - blue!;
    if (Math.min(red!, green!, blue!) >= 252) burnt++;
    pixelCount++;
  }

  return {
    count: subjects.length,
    identity,
    brightness: sum / pixelCount,
    burnt: burnt / pixelCount,
    warmth: warmth / pixelCount,
  };
}

/** The test portrait with its skin's lightness (OKLab) multiplied by `lightness`. */
export async function portraitWithSkin(lightness: number): Promise<Uint8Array> {
  const pixels = await readPixels(new Uint8Array(await portrait().png().toBuffer()));
  const [subject] = await findSubjects(pixels);
  const skin = skinOf(pixels, subject);
  const hard = Buffer.from(skin.map(value => value * 255));
  const soft = await sharp(hard, { raw: { width: pixels.width, height: pixels.height, channels: 1 } })
    .blur(2)
    .extractChannel(0)
    .raw()
    .toBuffer();

  for (const [at, share] of soft.entries()) {
    if (share === 0) continue;
    const [own, a, b] = toOklab(pixels.rgb.subarray(at * 3, at * 3 + 3));
    const factor = 1 + (lightness - 1) * (share / 255);
    pixels.rgb.set(fromOklab([own * factor, a * factor, b * factor]).map(Math.round), at * 3);
  }

  return new Uint8Array(
    await sharp(pixels.rgb, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer(),
  );
}

/** 1 for each pixel of skin, 0 for all others. */
function skinOf(pixels: Pixels, subject: Subject | undefined): Uint8Array {
  if (!subject) throw new Error('There is no face to measure');

  const skin = new Uint8Array(pixels.width * pixels.height);
  const polygon = (contour: readonly number[]) => contour.map(index => subject.mesh.points[index]!);
  forEachInside(polygon(FACE_OVAL), pixels, at => {
    skin[at] = 1;
  });
  for (const part of [...EYES, LIPS]) {
    forEachInside(polygon(part), pixels, at => {
      skin[at] = 0;
    });
  }
  return skin;
}

/** Converts OKLab to sRGB (0 to 255, clipped, not rounded). */
function fromOklab([lightness, a, b]: readonly [number, number, number]): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;

  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(value => 255 * gamma(Math.min(1, Math.max(0, value)))) as [number, number, number];
}

function gamma(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}
