import sharp from 'sharp';
import type { Look } from '../entries/entry.ts';
import { FULL } from '../filters/canvas.ts';
import { openPainter } from '../filters/open-painter.ts';
import type { GeneratedPic, GenerateRequest, OnPic } from '../generator.ts';
import { renderPic } from '../hands/render-pic.ts';
import { drawLayers } from '../portrait/draw-layers.ts';
import { type Shot, shotOf } from '../portrait/shots.ts';
import { createRandom } from '../random.ts';
import type { Scene } from '../scenes/scene.ts';
import { variantOf } from '../templates.ts';
import { type Worn, wornIn } from '../wardrobe/worn.ts';
import { choosePeople } from './choose-people.ts';

// Every picture is different, so what sharp would cache is never used again.
sharp.cache(false);

/** Share of the work that is done when the people are cut out of the photos, in percent. */
const CUT_OUT_SHARE = 20;

interface MakeOptions {
  /** False: people in several photos are not compared. */
  comparesFaces?: boolean;
  onPic?: OnPic;
}

interface Plan {
  scene: Scene;
  shot: Shot;
  look: Look;
  worn: Worn | undefined;
}

/** Makes the pics of a job; rejects with the signal's reason as soon as a step ends after an abort. */
export async function makePics(
  request: GenerateRequest,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
  { comparesFaces = true, onPic = () => {} }: MakeOptions = {},
): Promise<GeneratedPic[]> {
  const plans = planPics(request);
  let nextLayers = drawAhead(plans[0]);
  const painter = await openPainter();
  const cutOuts = await choosePeople(request.photos, signal, comparesFaces);
  onProgress(CUT_OUT_SHARE);

  const pics: GeneratedPic[] = [];

  for (const [index, plan] of plans.entries()) {
    const layers = await nextLayers!;
    signal.throwIfAborted();

    nextLayers = drawAhead(plans[index + 1]);
    const person = cutOuts[index % cutOuts.length]!;
    const pic = await renderPic(painter, { ...plan, cutOut: person, layers });
    signal.throwIfAborted();
    pics.push(pic);
    onPic(pic);
    onProgress(Math.round(CUT_OUT_SHARE + ((index + 1) / plans.length) * (100 - CUT_OUT_SHARE)));
  }

  return pics;
}

function planPics({ templateId, hand, count, seed }: GenerateRequest): Plan[] {
  const { look, shot, costume, draw } = variantOf(templateId, hand);

  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed * 31 + index * 7919 + templateId);
    const worn = wornIn(costume, index, seed * 31 + index);
    return { scene: draw(random), shot: shotOf(shot, index), look, worn };
  });
}

/** Starts drawing; a failure is reported where the result is awaited, not before. */
function drawAhead(plan: Plan | undefined) {
  if (!plan) return undefined;

  const drawing = drawLayers(FULL, { ...plan, hand: plan.look.hand });
  drawing.catch(() => undefined);
  return drawing;
}
