import sharp from 'sharp';
import type { Canvas, Size } from '../filters/canvas.ts';
import { BROWS, EYES, FACE_OVAL, LIPS } from '../vision/face-contours.ts';
import type { Point } from '../vision/pixels.ts';
import type { Surface } from '../vision/slopes-of.ts';
import { type CutOut, mirrored } from './cut-out.ts';
import { type Place, type Placed, placeOf, placePerson } from './place-person.ts';

/** A person where they stand in a picture, before the scene's light falls on them. */
export interface DrawnPerson {
  /** Four bytes a pixel of the canvas. */
  rgba: Uint8Array;
  /** The parts of the face (see `drawFaceMasks`). */
  masks: Uint8Array;
  /** The mesh of the face, in pixels of the canvas. */
  surface: Surface;
  /** Pixels between the outer corners of the eyes. */
  eyeDistance: number;
  /** The gain that exposes the person well. */
  exposure: number;
}

/** Draws the person in other clothes, exposed, in place of their own. */
export type Dress = (who: { cutOut: CutOut; place: Place; turn: number }) => Promise<Uint8Array>;

/** What a photo does not cut off where clothes are drawn. */
const ENDLESS = { reachDown: 1e4, reachLeft: Infinity, reachRight: Infinity } as const;

/** From this distance of the eyes on, as a share of the width, a face fills the picture and no writing on clothes is seen. */
const CLOSE = 0.4;

/** Around the oval the foreground keeps this far away, in eye distances. */
const GUARD = 0.22;

/** Draws a person where they stand. */
export async function drawPerson(canvas: Canvas, placed: Placed, dress?: Dress): Promise<DrawnPerson> {
  const { cutOut, shot } = placed;
  const { seen, place } = await seenIn(
    canvas,
    dress ? { ...placed, cutOut: { ...cutOut, ...ENDLESS }, shot: { ...shot, ...shot.dressed } } : placed,
  );
  const points = seen.mesh.map(place.toPicture);
  const [rgba, masks] = await Promise.all([
    dress ? dress({ cutOut: seen, place, turn: shot.dressed.turn }) : placePerson(canvas, seen, place),
    drawFaceMasks(canvas, points, place.eyeDistance),
  ]);
  return {
    rgba,
    masks,
    surface: { points, depths: seen.depths.map(depth => depth * place.scale) },
    eyeDistance: place.eyeDistance,
    exposure: dress ? 1 : cutOut.exposure,
  };
}

/** Who is seen, and where. Of a close photo all shots are alike: there a mirrored scene gets a mirrored person. */
async function seenIn(canvas: Canvas, placed: Placed): Promise<{ seen: CutOut; place: Place }> {
  const { cutOut, shot } = placed;
  const place = placeOf(canvas, placed);
  if (!shot.isMirrored || place.eyeDistance < canvas.width * CLOSE) return { seen: cutOut, place };

  const seen = await mirrored(cutOut);
  return { seen, place: placeOf(canvas, { ...placed, cutOut: seen }) };
}

/**
 * The parts of a face in a picture, soft, three bytes a pixel: red inside the oval; green on eyes, brows and lips; blue on
 * the oval with a margin. `mesh` holds the 468 points in the picture.
 */
async function drawFaceMasks(
  { width, height }: Size,
  mesh: Point[],
  eyeDistance: number,
): Promise<Uint8Array> {
  const polygon = (part: readonly number[], colour: string, margin: number) => {
    const points = part.map(index => `${mesh[index]!.x.toFixed(1)},${mesh[index]!.y.toFixed(1)}`).join(' ');
    const stroke = `stroke="${colour}" stroke-width="${(eyeDistance * margin).toFixed(1)}"`;
    return `<polygon points="${points}" fill="${colour}" ${stroke} stroke-linejoin="round"/>`;
  };
  const features = (colour: string) =>
    [...EYES, ...BROWS, LIPS].map(part => polygon(part, colour, 0.07)).join('');
  // Colours that hold what lies below: blending them by the SVG took five times as long as all the rest.
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<clipPath id="oval">${polygon(FACE_OVAL, '#fff', 0)}</clipPath><rect width="100%" height="100%"/>` +
    `${polygon(FACE_OVAL, '#00f', GUARD * 2)}${features('#0ff')}${polygon(FACE_OVAL, '#f0f', 0)}` +
    `<g clip-path="url(#oval)">${features('#fff')}</g></svg>`;

  return sharp(Buffer.from(svg))
    .flatten()
    .blur(Math.max(0.5, eyeDistance * 0.035))
    .raw()
    .toBuffer();
}
