import sharp from 'sharp';
import type { CostumeColours } from '../catalogue/schema.ts';
import type { Canvas, Size } from '../filters/canvas.ts';
import { createRandom } from '../random.ts';
import type { Colour } from '../scenes/colour.ts';
import { type BodyPlace, shaped } from './body-place.ts';
import type { Costume } from './costume.ts';
import { moved } from './pen.ts';

/**
 * `back`, `front`: four bytes per pixel of the canvas. `relief`: a height map with a byte per pixel (128 is flat), at
 * half the size.
 */
export interface DrawnCostume {
  back: Uint8Array;
  front: Uint8Array;
  relief: Uint8Array;
  /** The drawn neck at half the canvas's size, four bytes per pixel. */
  neck: Uint8Array;
}

const NECK =
  '<path d="M-48 -190C-49 -96 -50 -66 -60 -36C-76 -8 -120 6 -150 24L-60 60L60 60L150 24C120 6 76 -8 60 -36C50 -66 49 -96 48 -190Z" fill="SKIN"/>';

/** Draws a costume, on sharp's own threads. */
export async function drawCostume(
  canvas: Canvas,
  costume: Costume,
  { colours, skin, body, seed }: { colours: CostumeColours; skin: Colour; body: BodyPlace; seed: number },
): Promise<DrawnCostume> {
  const drawn = costume.draw(colours, createRandom(seed));
  const half = { width: canvas.width / 2, height: canvas.height / 2 };
  const neck = NECK.replace('SKIN', `rgb(${skin.map(Math.round).join()})`);
  const draw = (svg: string, size: Size) =>
    svgAt(canvas, size, body, `<defs>${drawn.defs ?? ''}</defs>`, svg);
  const [back, front, relief, drawnNeck] = await Promise.all([
    pixelsOf(draw(drawn.back, canvas)),
    pixelsOf(draw(drawn.front, canvas)),
    sharp(Buffer.from(draw(drawn.relief, half)), { unlimited: true })
      .flatten({ background: '#808080' })
      .extractChannel(0)
      .raw()
      .toBuffer(),
    pixelsOf(draw(neck, half)),
  ]);
  return { back, front, relief, neck: drawnNeck };
}

/** Converts a drawing in body units to an SVG that covers the canvas, in the given size. */
function svgAt(canvas: Canvas, { width, height }: Size, body: BodyPlace, defs: string, svg: string): string {
  const { x, y, unit, tilt } = body;
  const move = shaped(body);
  const degrees = ((tilt * 180) / Math.PI).toFixed(2);
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees}) scale(${unit.toFixed(4)})`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${canvas.width} ${canvas.height}">` +
    `${moved(defs, move)}<g transform="${place}">${moved(svg, move)}</g></svg>`
  );
}

function pixelsOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().toColourspace('srgb').raw().toBuffer();
}
