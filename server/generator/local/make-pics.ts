import type { GeneratedPic, GenerateRequest } from '../generator.ts';
import { composePic, drawScene } from '../portrait/compose-pic.ts';
import { type CutOut, cutOut } from '../portrait/cut-out.ts';
import { createRandom, type Random } from '../scenes/random.ts';
import type { Scene } from '../scenes/scene.ts';
import { variantOf } from '../templates.ts';
import { findSubjects } from '../vision/find-subjects.ts';
import { problemsOfFace } from '../vision/inspect-photo.ts';
import { readPixels } from '../vision/pixels.ts';

/** How the pics of one job differ: step closer, step back, move aside, turn the light. */
const SHOTS = [
  { closer: 1, aside: 0, lightFromX: 1 },
  { closer: 1.2, aside: 14, lightFromX: -1 },
  { closer: 0.9, aside: -64, lightFromX: 1 },
  { closer: 1.06, aside: 56, lightFromX: -1 },
];

/** Share of the work that is done when the people are cut out of the photos, in percent. */
const CUT_OUT_SHARE = 20;

/** Makes the pics of a job; rejects with the signal's reason as soon as a step ends after an abort. */
export async function makePics(
  request: GenerateRequest,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<GeneratedPic[]> {
  const variant = variantOf(request.templateId, request.hand);
  const scenes = Array.from({ length: request.count }, (_, index) => {
    const random = createRandom(request.seed * 31 + index * 7919 + request.templateId);
    return varyShot(variant.draw(random), random, index);
  });

  let nextDrawing = drawAhead(scenes[0]);
  const cutOuts = await cutOutPeople(request.photos, signal);
  onProgress(CUT_OUT_SHARE);

  const pics: GeneratedPic[] = [];

  for (const [index, scene] of scenes.entries()) {
    const drawn = await nextDrawing;
    signal.throwIfAborted();

    // sharp draws the next scene on other threads while this pic is composed.
    nextDrawing = drawAhead(scenes[index + 1]);
    const person = cutOuts[index % cutOuts.length]!;
    pics.push(await composePic(person, scene, drawn!, request.seed + index));
    signal.throwIfAborted();
    onProgress(Math.round(CUT_OUT_SHARE + ((index + 1) / scenes.length) * (100 - CUT_OUT_SHARE)));
  }

  return pics;
}

/** Starts drawing; a failure is reported where the result is awaited, not before. */
function drawAhead(scene: Scene | undefined) {
  if (!scene) return undefined;

  const drawing = drawScene(scene);
  drawing.catch(() => undefined);
  return drawing;
}

function varyShot(scene: Scene, random: Random, index: number): Scene {
  const shot = SHOTS[index % SHOTS.length]!;
  const { slot, light } = scene;

  return {
    ...scene,
    slot: {
      x: slot.x + shot.aside + random.between(-8, 8),
      y: slot.y + random.between(-10, 14),
      eyes: slot.eyes * shot.closer,
    },
    light: { ...light, fromX: light.fromX * shot.lightFromX },
  };
}

/** The front photo always, and every other photo that is as good as a front photo. */
async function cutOutPeople(photos: Uint8Array[], signal: AbortSignal): Promise<CutOut[]> {
  const people: CutOut[] = [];

  for (const [index, bytes] of photos.entries()) {
    signal.throwIfAborted();

    const photo = await readPixels(bytes);
    const [subject, another] = await findSubjects(photo);
    const isFit = subject && !another && (await problemsOfFace(photo, subject)).length === 0;

    if (subject && (index === 0 || isFit)) people.push(await cutOut(photo, subject));
    else if (index === 0) throw new Error('The front photo shows no face');
  }

  return people;
}
