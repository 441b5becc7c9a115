import type { Material } from '../catalogue/schema.ts';
import type { Plane } from '../filters/filter-memory.ts';
import { brightnessOf, clamp, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import type { Colour } from '../scenes/colour.ts';
import type { Light, Scene } from '../scenes/scene.ts';
import type { Layers } from './draw-layers.ts';
import type { DrawnPerson } from './draw-person.ts';
import { lightPerson } from './light-person.ts';
import type { Shot } from './shots.ts';
import { likenessTo } from './skin-colour.ts';
import { layFront, type Stage } from './stage.ts';

export interface StageParts {
  person: DrawnPerson;
  scene: Scene;
  layers: Layers;
  shot: Shot;
  material: Material;
}

/** Modifies `layers`: adds the material to the background, and clears the foreground on the person's skin. */
export async function setStage(
  painter: Painter,
  { person, scene, layers, shot, material }: StageParts,
): Promise<Stage> {
  const { canvas } = painter;
  const { rgba, masks, surface, eyeDistance, exposure } = person;
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
    surface,
    eyeDistance,
    skin: [0, 0, 0],
  };

  for (let at = 0; at < canvas.pixels; at++) {
    const alpha = rgba[at * 4 + 3]! / 255;
    stage.alpha.data[at] = alpha;
    stage.body.data[at] = alpha;
    stage.face.data[at] = (masks[at * 3]! / 255) * alpha;
    stage.features.data[at] = (masks[at * 3 + 1]! / 255) * alpha;
    layers.front[at * 4 + 3]! *= 1 - masks[at * 3 + 2]! / 255;
  }

  await giveMaterial(painter, layers.back, material);
  await lightPerson(painter, stage, { person: rgba, glow: layers.glow, light, exposure });
  stage.skin = skinOf(stage);
  if (!person.isDressed) clearSkin(stage, layers.front);
  layFront(stage, layers.front);

  return stage;
}

/** Minimum brightness of skin in shade, as a fraction of the face's brightness. Darker brown pixels are clothes. */
const IN_SHADE = 0.45;

/** Clears the foreground on skin, because petals and flakes on hands and arms would look like spots. */
function clearSkin({ picture, alpha, skin }: Stage, front: Uint8Array): void {
  const likenessOf = likenessTo(skin);
  const least = brightnessOf(...skin) * IN_SHADE;
  for (let at = 0; at < alpha.data.length; at++) {
    if (front[at * 4 + 3] === 0 || alpha.data[at]! < 0.5) continue;
    const [red, green, blue] = picture.data.subarray(at * 4, at * 4 + 3) as unknown as Colour;
    if (brightnessOf(red, green, blue) < least) continue;
    front[at * 4 + 3]! *= 1 - smoothstep(0.3, 0.8, likenessOf(red, green, blue));
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

/** Adds a texture to a drawn scene (three bytes per pixel), because flat gradients look cheap in every technique. */
async function giveMaterial(painter: Painter, back: Uint8Array, material: Material): Promise<void> {
  if (material === 'none') return;

  const { width, height } = painter.canvas;
  const paper = await painter.noise('paper');
  const blots = await painter.noise('blot');
  const clouds = await painter.noise('cloud');
  const surface = await surfaceOf(painter, material, paper);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const warmth = clouds.data[at]! * 5;
      const lift = blots.data[at]! * 4 + clouds.data[at]! * 5 + surface(at, x, y);

      back[at * 3] = clamp(back[at * 3]! + lift + warmth, 0, 255);
      back[at * 3 + 1] = clamp(back[at * 3 + 1]! + lift, 0, 255);
      back[at * 3 + 2] = clamp(back[at * 3 + 2]! + lift - warmth, 0, 255);
    }
  }
}

/** Returns a function for the brightness change (0 to 255) that the material causes at a pixel. */
async function surfaceOf(
  painter: Painter,
  material: Exclude<Material, 'none'>,
  paper: Plane,
): Promise<(at: number, x: number, y: number) => number> {
  if (material === 'paper') return at => paper.data[at]! * 4;
  if (material === 'canvas') {
    const weave = Float64Array.from({ length: painter.canvas.height }, (_, at) => Math.sin(at * 1.35));
    return (at, x, y) => weave[x]! * weave[y]! * 7 + paper.data[at]! * 3;
  }

  const marks = await painter.strokes('turning');
  return at => marks.data[at]! * 6;
}
