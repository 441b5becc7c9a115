import type { Plane } from '../filters/filter-memory.ts';
import { mix } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import type { Light, Material, Scene } from '../scenes/scene.ts';
import type { CutOut } from './cut-out.ts';
import type { Layers } from './draw-layers.ts';
import { drawFaceMasks } from './face-masks.ts';
import { lightPerson } from './light-person.ts';
import { giveMaterial } from './material.ts';
import { placeOf, placePerson } from './place-person.ts';
import type { Shot } from './shots.ts';

/** Person, scene and foreground in one picture, with all that a hand wants to know about it. Planes hold 0 to 1. */
export interface Stage {
  picture: Plane;
  /** The drawn scene alone (three bytes a pixel) and the foreground alone (four). */
  back: Uint8Array;
  front: Uint8Array;
  /** What is seen of the person, of the face, and of eyes, brows and lips. */
  alpha: Plane;
  face: Plane;
  features: Plane;
  /** The whole person, as if nothing stood in front: for outlines. */
  body: Plane;
  /** Pixels between the outer corners of the eyes. */
  eyeDistance: number;
  /** The mean skin colour of the face in the picture, 0 to 255. */
  skin: [number, number, number];
}

/** What a stage is made of. */
export interface StageParts {
  cutOut: CutOut;
  scene: Scene;
  layers: Layers;
  shot: Shot;
  material: Material;
}

/** Puts the person into the scene and, unless the hand lays it on itself, the foreground in front. */
export async function setStage(
  painter: Painter,
  { cutOut, scene, layers, shot, material }: StageParts,
  withFront: boolean,
): Promise<Stage> {
  const { canvas } = painter;
  const place = placeOf(canvas, { cutOut, slot: scene.slot, shot });
  const [person, masks] = await Promise.all([
    placePerson(canvas, cutOut, place),
    drawFaceMasks(canvas, cutOut.mesh.map(place.toPicture), place.eyeDistance),
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
  await lightPerson(painter, stage, { person, glow: layers.glow, light, exposure: cutOut.exposure });
  stage.skin = skinOf(stage);
  if (withFront) layFront(stage, layers.front);

  return stage;
}

/** Lays the foreground on; what it hides is no longer face or person. */
export function layFront(stage: Stage, front: Uint8Array): void {
  const { picture, alpha, face, features } = stage;

  for (let at = 0; at < alpha.data.length; at++) {
    const share = front[at * 4 + 3]! / 255;
    if (share === 0) continue;

    for (let channel = 0; channel < 3; channel++) {
      picture.data[at * 4 + channel] = mix(picture.data[at * 4 + channel]!, front[at * 4 + channel]!, share);
    }
    alpha.data[at]! *= 1 - share;
    face.data[at]! *= 1 - share;
    features.data[at]! *= 1 - share;
  }
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
