import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { CostumeChoice, CostumeName, PhotographTemplate } from '../catalogue/schema.ts';
import { FULL, type Size } from '../filters/canvas.ts';
import { openPainter } from '../filters/painter.ts';
import { developPhoto } from '../photographs/develop-photo.ts';
import { frameOf } from '../photographs/frames.ts';
import { renderPhotograph } from '../photographs/render-photograph.ts';
import { softGround } from '../photographs/soft-ground.ts';
import { cutOut } from '../portrait/cut-out.ts';
import { drawLayers } from '../portrait/draw-layers.ts';
import { shotOf } from '../portrait/shots.ts';
import { createRandom } from '../random.ts';
import type { Variant } from '../scenes/scene.ts';
import { sitterCutOut } from '../sitters/sitter-cut-out.ts';
import { renderPixels } from '../techniques/render-pic.ts';
import { findSubjects } from '../vision/find-subjects.ts';
import { readPixels } from '../vision/pixels.ts';
import { drawDressed } from '../wardrobe/draw-dressed.ts';
import { wornIn } from '../wardrobe/worn.ts';

const EVERYDAY: CostumeName[] = ['roll-neck', 'blazer', 'cable-knit', 'leather-jacket'];

const WIDTH = 768;
const QUALITY = 88;

/** Draws a preview in the same way as a user's picture, but with a drawn person, chosen by the template's id. */
export async function drawPreview({ id, draw, style, costume, shot: first }: Variant): Promise<Uint8Array> {
  const scene = draw(createRandom(id));
  const shot = shotOf(first);
  const [cutOut, layers, painter] = await Promise.all([
    sitterCutOut(id),
    drawLayers(FULL, { scene, shot, technique: style.technique }),
    openPainter(),
  ]);
  const person = await drawDressed(
    FULL,
    { cutOut, slot: scene.slot, shot },
    wornIn(costume ?? everydayOf(id), 0, id),
  );
  const pixels = await renderPixels(painter, { person, scene, layers, shot, style });

  return encode(pixels, FULL);
}

/** Everyday clothes for the drawn person, for templates in which users keep their own clothes. */
function everydayOf(id: number): CostumeChoice {
  return { name: EVERYDAY[id % EVERYDAY.length]!, first: (id >> 2) % 4 };
}

/** The framing shows more than the head, because the sample portrait has a low resolution. */
const SAMPLE_FRAMING = { eyes: 0.18, x: 0.5, y: 0.36, aspect: 4 / 3 };

/**
 * Makes a photograph template's preview like a user's picture, from NASA's portrait of Eileen Collins (public domain).
 */
export async function drawPhotographPreview(style: PhotographTemplate): Promise<Uint8Array> {
  const here = dirname(fileURLToPath(import.meta.url));
  const file = [join(here, '../photographs/sample.webp'), join(here, 'sample.webp')].find(existsSync)!;
  const pixels = await readPixels(await readFile(file));
  const [subject] = await findSubjects(pixels);
  const photo = await developPhoto(pixels, await cutOut(pixels, subject!), pixels.width);
  const ground = await softGround(photo);
  const frame = frameOf(photo, SAMPLE_FRAMING);
  const parts = { photo, ground, frame, style, mostWidth: WIDTH, width: WIDTH, seed: style.id };
  const picture = await renderPhotograph(parts);
  return encode(picture.rgb, picture);
}

function encode(rgb: Uint8Array | Uint8ClampedArray, { width, height }: Size): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(WIDTH)
    .jpeg({ quality: QUALITY, progressive: true })
    .toBuffer();
}
