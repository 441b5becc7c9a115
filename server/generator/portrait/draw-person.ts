import type { Canvas } from '../filters/canvas.ts';
import type { Surface } from '../vision/slopes-of.ts';
import { type CutOut, mirrored } from './cut-out.ts';
import { drawFaceMasks } from './face-masks.ts';
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
