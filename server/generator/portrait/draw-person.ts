import sharp from 'sharp';
import type { Canvas, Size } from '../filters/canvas.ts';
import { BROWS, EYES, FACE_OVAL, LIPS } from '../vision/face-contours.ts';
import { MESH } from '../vision/mesh-face.ts';
import type { Point } from '../vision/pixels.ts';
import type { Surface } from '../vision/slopes-of.ts';
import type { CutOut } from './cut-out.ts';
import { type Place, type Placed, placeOf, placePerson } from './place-person.ts';

/** A person placed in a picture, before the scene's light is applied. */
export interface DrawnPerson {
  /** Four bytes per pixel of the canvas. */
  rgba: Uint8Array;
  /** The result of `drawFaceMasks`. */
  masks: Uint8Array;
  /** The face mesh, in pixels of the canvas. */
  surface: Surface;
  /** Pixels between the outer corners of the eyes. */
  eyeDistance: number;
  /** True with drawn clothes, which cover all skin except that of face and neck. */
  isDressed: boolean;
  /** Gain that must still be applied for a good exposure. */
  exposure: number;
}

/** Draws the person in other clothes and with a good exposure. Returns four bytes per pixel of the canvas. */
export type Dress = (who: { cutOut: CutOut; place: Place; turn: number }) => Promise<Uint8Array>;

/** Drawn clothes have a whole body, so the photo's lower and side borders no longer limit the placement. */
const ENDLESS = { reachDown: 1e4, reachLeft: Infinity, reachRight: Infinity } as const;

/** Margin around face and neck that the foreground must not cover, and length of the neck. In eye distances. */
const GUARD = 0.24;
const NECK = 0.8;

/** Mesh points at both ends of the jaw, and at the bridge of the nose. */
const JAW = [172, 397] as const;
const BRIDGE = 168;

/** The placement for a person with drawn clothes. */
export function asDressed({ cutOut, slot, shot }: Placed): Placed {
  return { cutOut: { ...cutOut, ...ENDLESS }, slot, shot: { ...shot, ...shot.dressed } };
}

export async function drawPerson(canvas: Canvas, placed: Placed, dress?: Dress): Promise<DrawnPerson> {
  const { cutOut, shot } = placed;
  const place = placeOf(canvas, dress ? asDressed(placed) : placed);
  const points = cutOut.mesh.map(place.toPicture);
  const [rgba, masks] = await Promise.all([
    dress ? dress({ cutOut, place, turn: shot.dressed.turn }) : placePerson(canvas, cutOut, place),
    drawFaceMasks(canvas, points, place.eyeDistance),
  ]);
  return {
    rgba,
    masks,
    surface: { points, depths: cutOut.depths.map(depth => depth * place.scale) },
    eyeDistance: place.eyeDistance,
    isDressed: dress !== undefined,
    exposure: dress ? 1 : cutOut.exposure,
  };
}

/**
 * Soft masks, three bytes per pixel. Red: the face oval. Green: eyes, brows and lips. Blue: face oval and neck with a
 * margin. `mesh` has the 468 points in pixels of the picture.
 */
async function drawFaceMasks(
  { width, height }: Size,
  mesh: Point[],
  eyeDistance: number,
): Promise<Uint8Array> {
  const around = (places: Point[], colour: string, margin: number) => {
    const points = places.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    const stroke = `stroke="${colour}" stroke-width="${(eyeDistance * margin).toFixed(1)}"`;
    return `<polygon points="${points}" fill="${colour}" ${stroke} stroke-linejoin="round"/>`;
  };
  const polygon = (part: readonly number[], colour: string, margin: number) =>
    around(
      part.map(index => mesh[index]!),
      colour,
      margin,
    );
  const neck = neckOf(mesh, eyeDistance);
  const features = (colour: string) =>
    [...EYES, ...BROWS, LIPS].map(part => polygon(part, colour, 0.07)).join('');
  // Each fill colour includes the channels of the shapes below it, because blending in the SVG would be much slower.
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<clipPath id="oval">${polygon(FACE_OVAL, '#fff', 0)}</clipPath><rect width="100%" height="100%"/>` +
    `${around(neck, '#00f', GUARD * 2)}${polygon(FACE_OVAL, '#00f', GUARD * 2)}${features('#0ff')}${polygon(FACE_OVAL, '#f0f', 0)}` +
    `<g clip-path="url(#oval)">${features('#fff')}</g></svg>`;

  return sharp(Buffer.from(svg))
    .flatten()
    .blur(Math.max(0.5, eyeDistance * 0.035))
    .raw()
    .toBuffer();
}

/** A rectangle below the jaw, along the head's axis. */
function neckOf(mesh: Point[], eyeDistance: number): Point[] {
  const [bridge, chin] = [mesh[BRIDGE]!, mesh[MESH.chin]!];
  const length = (NECK * eyeDistance) / Math.hypot(chin.x - bridge.x, chin.y - bridge.y);
  const [left, right] = JAW.map(index => mesh[index]!) as [Point, Point];
  const below = ({ x, y }: Point) => ({
    x: chin.x + (x - (left.x + right.x) / 2) + (chin.x - bridge.x) * length,
    y: chin.y + (y - (left.y + right.y) / 2) + (chin.y - bridge.y) * length,
  });
  return [left, right, below(right), below(left)];
}
