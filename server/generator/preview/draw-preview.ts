import { createRandom } from '../scenes/random.ts';
import { renderSvg } from '../scenes/render-svg.ts';
import type { Variant } from '../scenes/scene.ts';
import { drawBust } from './draw-bust.ts';

/** Draws a template with a flat, faceless person in the slot; the id decides who it is. */
export async function drawPreview(variant: Variant, id: number, width: number): Promise<Uint8Array> {
  const scene = variant.draw(createRandom(id));
  const bust = drawBust(createRandom(id * 7919), scene);

  return renderSvg(scene.defs, scene.back + bust + scene.front, width)
    .flatten()
    .jpeg({ quality: 82, progressive: true })
    .toBuffer();
}
