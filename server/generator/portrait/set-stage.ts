import type { Material } from '../entries/entry.ts';
import type { Canvas } from '../filters/canvas.ts';
import type { Painter } from '../filters/painter.ts';
import type { Light, Scene } from '../scenes/scene.ts';
import { type CutOut, mirrored } from './cut-out.ts';
import type { Layers } from './draw-layers.ts';
import { drawFaceMasks } from './face-masks.ts';
import { lightPerson } from './light-person.ts';
import { giveMaterial } from './material.ts';
import { type Place, type Placed, placeOf, placePerson } from './place-person.ts';
import type { Shot } from './shots.ts';
import { layFront, type Stage } from './stage.ts';

/** What a stage is made of. */
export interface StageParts {
  cutOut: CutOut;
  scene: Scene;
  layers: Layers;
  shot: Shot;
  material: Material;
  /** Draws the person in other clothes, exposed, in place of their own. */
  dress?: Dress | undefined;
}

/** Draws a person where they stand: four bytes a pixel of the canvas. */
export type Dress = (
  canvas: Canvas,
  who: { cutOut: CutOut; place: Place; turn: number },
) => Promise<Uint8Array>;

/** What a photo does not cut off where clothes are drawn. */
const ENDLESS = { reachDown: 1e4, reachLeft: Infinity, reachRight: Infinity } as const;

/** From this distance of the eyes on, as a share of the width, a face fills the picture and no writing on clothes is seen. */
const CLOSE = 0.4;

/** Puts the person into the scene and, unless the hand lays it on itself, the foreground in front. */
export async function setStage(
  painter: Painter,
  { cutOut, scene, layers, shot, material, dress }: StageParts,
  withFront: boolean,
): Promise<Stage> {
  const { canvas } = painter;
  const { slot } = scene;
  const placed = dress
    ? { cutOut: { ...cutOut, ...ENDLESS }, slot, shot: { ...shot, ...shot.dressed } }
    : { cutOut, slot, shot };
  const { seen, place } = await seenIn(canvas, placed);
  const points = seen.mesh.map(place.toPicture);
  const [person, masks] = await Promise.all([
    dress
      ? dress(canvas, { cutOut: seen, place, turn: shot.dressed.turn })
      : placePerson(canvas, seen, place),
    drawFaceMasks(canvas, points, place.eyeDistance),
  ]);
  const side = scene.light.fromX * shot.lightFromX * (shot.isMirrored ? -1 : 1);
  const light: Light = { ...scene.light, fromX: side };
  const stage: Stage = {
    picture: painter.picture(),
    back: layers.back,
    front: layers.front,
    alpha: painter.plane(),
    face: painter.plane(),
    features: painter.plane(),
    body: painter.plane(),
    surface: { points, depths: seen.depths.map(depth => depth * place.scale) },
    eyeDistance: place.eyeDistance,
    skin: [0, 0, 0],
  };

  for (let at = 0; at < canvas.pixels; at++) {
    const alpha = person[at * 4 + 3]! / 255;
    stage.alpha.data[at] = alpha;
    stage.body.data[at] = alpha;
    stage.face.data[at] = (masks[at * 3]! / 255) * alpha;
    stage.features.data[at] = (masks[at * 3 + 1]! / 255) * alpha;
    // Nothing of the foreground lies on a face.
    layers.front[at * 4 + 3]! *= 1 - masks[at * 3 + 2]! / 255;
  }

  await giveMaterial(painter, layers.back, material);
  await lightPerson(painter, stage, {
    person,
    glow: layers.glow,
    light,
    exposure: dress ? 1 : cutOut.exposure,
  });
  stage.skin = skinOf(stage);
  if (withFront) layFront(stage, layers.front);

  return stage;
}

/** Who is seen, and where. Of a close photo all shots are alike: there a mirrored scene gets a mirrored person. */
async function seenIn(canvas: Canvas, placed: Placed): Promise<{ seen: CutOut; place: Place }> {
  const { cutOut, shot } = placed;
  const place = placeOf(canvas, placed);
  if (!shot.isMirrored || place.eyeDistance < canvas.width * CLOSE) return { seen: cutOut, place };

  const seen = await mirrored(cutOut);
  return { seen, place: placeOf(canvas, { ...placed, cutOut: seen }) };
}

function skinOf({ picture, face, features }: Stage): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let total = 0;

  for (let at = 0; at < face.data.length; at += 3) {
    const weight = face.data[at]! * (1 - features.data[at]!);
    if (weight < 0.5) continue;
    for (let channel = 0; channel < 3; channel++) sum[channel]! += picture.data[at * 4 + channel]!;
    total++;
  }

  return sum.map(value => value / Math.max(1, total)) as [number, number, number];
}
