import sharp from 'sharp';
import type { Style } from '../catalogue/schema.ts';
import { FULL } from '../filters/canvas.ts';
import { openPainter } from '../filters/painter.ts';
import type { GeneratedPic, GenerateRequest, OnPic } from '../generator.ts';
import { drawLayers } from '../portrait/draw-layers.ts';
import { type Shot, shotOf } from '../portrait/shots.ts';
import { createRandom } from '../random.ts';
import type { Scene } from '../scenes/scene.ts';
import { renderPic } from '../techniques/render-pic.ts';
import { photographOf, variantOf } from '../templates.ts';
import { drawDressed } from '../wardrobe/draw-dressed.ts';
import { type Worn, wornIn } from '../wardrobe/worn.ts';
import { type ChosenPerson, choosePeople } from './choose-people.ts';
import { makePhotographs } from './make-photographs.ts';

// Every picture is different, so sharp's cache would be useless.
sharp.cache(false);

/** Progress in percent after the first person has been cut out. */
const CUT_OUT_SHARE = 20;

interface MakeOptions {
  /** If false, a job also uses photos of other people. */
  comparesFaces?: boolean;
  onPic?: OnPic;
}

interface Plan {
  scene: Scene;
  shot: Shot;
  style: Style;
  worn: Worn | undefined;
}

/** Rejects with the signal's reason as soon as the current step ends, if the signal is aborted. */
export async function makePics(
  request: GenerateRequest,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
  { comparesFaces = true, onPic = () => {} }: MakeOptions = {},
): Promise<GeneratedPic[]> {
  const photograph = photographOf(request.templateId);
  if (photograph) {
    const people = await choosePeople(request.photos, signal, comparesFaces);
    return makePhotographs(people, photograph, { ...request, onProgress, onPic, signal });
  }

  const plans = planPics(request);
  const choosing = choosePeople(request.photos, signal, comparesFaces);
  let next = drawAhead(plans, 0, choosing, request.redo);
  const painter = await openPainter();
  await choosing.then(people => people[(request.redo ?? 0) % people.length]!.cutOut());
  onProgress(CUT_OUT_SHARE);

  const pics: GeneratedPic[] = [];

  for (const [index, plan] of plans.entries()) {
    const { layers, person } = await next!;
    signal.throwIfAborted();

    next = drawAhead(plans, index + 1, choosing, request.redo);
    const pic = await renderPic(painter, { ...plan, person, layers });
    signal.throwIfAborted();
    pics.push(pic);
    onPic(pic);
    onProgress(Math.round(CUT_OUT_SHARE + ((index + 1) / plans.length) * (100 - CUT_OUT_SHARE)));
  }

  return pics;
}

function planPics({ templateId, technique, count, seed, redo }: GenerateRequest): Plan[] {
  const { style, shot, costume, draw } = variantOf(templateId, technique);

  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed * 31 + index * 7919 + templateId);
    const worn = wornIn(costume, index, seed * 31 + index);
    return { scene: draw(random), shot: shotOf(shot, index, redo), style, worn };
  });
}

/**
 * Draws the next picture's scene and person while the current picture is rendered, because rendering alone leaves one
 * of two cores idle half of the time. An error is thrown when the result is awaited.
 */
function drawAhead(plans: Plan[], index: number, choosing: Promise<ChosenPerson[]>, redo = 0) {
  const plan = plans[index];
  if (!plan) return undefined;

  const drawing = drawPlan(plan, index + redo, choosing);
  drawing.catch(() => undefined);
  return drawing;
}

/** `place` is the index of the person's photo. In a redo, the first pic uses the next best photo. */
async function drawPlan(
  { scene, shot, style, worn }: Plan,
  place: number,
  choosing: Promise<ChosenPerson[]>,
) {
  const standing = async () => {
    const people = await choosing;
    const cutOut = await people[place % people.length]!.cutOut();
    return drawDressed(FULL, { cutOut, slot: scene.slot, shot }, worn);
  };
  const [layers, person] = await Promise.all([
    drawLayers(FULL, { scene, shot, technique: style.technique }),
    standing(),
  ]);
  return { layers, person };
}
