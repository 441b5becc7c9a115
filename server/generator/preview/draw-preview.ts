import sharp from 'sharp';
import { FULL } from '../filters/canvas.ts';
import { openPainter } from '../filters/open-painter.ts';
import { renderPixels } from '../hands/render-pic.ts';
import { drawLayers } from '../portrait/draw-layers.ts';
import { shotOf } from '../portrait/shots.ts';
import { createRandom } from '../random.ts';
import type { Variant } from '../scenes/scene.ts';
import { sitterCutOut } from '../sitters/sitter-cut-out.ts';
import { drawDressed } from '../wardrobe/draw-dressed.ts';
import { wornIn } from '../wardrobe/worn.ts';

const WIDTH = 768;
const QUALITY = 88;

/** Makes a template's preview as a user's picture is made, of a drawn sample person; the id decides who it is. */
export async function drawPreview({ id, draw, look, costume, shot: first }: Variant): Promise<Uint8Array> {
  const scene = draw(createRandom(id));
  const shot = shotOf(first);
  const [cutOut, layers, painter] = await Promise.all([
    sitterCutOut(id, costume !== undefined),
    drawLayers(FULL, { scene, shot, hand: look.hand }),
    openPainter(),
  ]);
  const person = await drawDressed(FULL, { cutOut, slot: scene.slot, shot }, wornIn(costume, 0, id));
  const pixels = await renderPixels(painter, { person, scene, layers, shot, look });

  return sharp(pixels, { raw: { width: FULL.width, height: FULL.height, channels: 3 } })
    .resize(WIDTH)
    .jpeg({ quality: QUALITY, progressive: true })
    .toBuffer();
}
