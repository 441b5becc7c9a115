import sharp from 'sharp';
import type { Look } from '../entries/entry.ts';
import type { Painter } from '../filters/painter.ts';
import type { GeneratedPic } from '../generator.ts';
import type { CutOut } from '../portrait/cut-out.ts';
import type { Layers } from '../portrait/draw-layers.ts';
import { setStage } from '../portrait/set-stage.ts';
import type { Shot } from '../portrait/shots.ts';
import type { Scene } from '../scenes/scene.ts';
import { dressIn } from '../wardrobe/dress-in.ts';
import type { Worn } from '../wardrobe/worn.ts';
import { handOf } from './hands.ts';

/** What a picture is made of. */
export interface PicParts {
  cutOut: CutOut;
  scene: Scene;
  layers: Layers;
  shot: Shot;
  look: Look;
  /** Drawn clothes, for whom they suit. */
  worn?: Worn | undefined;
}

const QUALITY = 86;

/** Renders one picture: person, scene and foreground together, by the hand of the look. Returns three bytes a pixel. */
export function renderPixels(
  painter: Painter,
  { look, worn, ...parts }: PicParts,
): Promise<Uint8ClampedArray> {
  return painter.draw(async () => {
    const dress = worn && dressIn(worn, parts.cutOut);
    // Film brings the foreground out of focus before it lays it on.
    const stage = await setStage(painter, { ...parts, material: look.material, dress }, look.hand !== 'film');
    return handOf(look)(painter, stage);
  });
}

/** Renders one picture as a JPEG. */
export async function renderPic(painter: Painter, parts: PicParts): Promise<GeneratedPic> {
  const { width, height } = painter.canvas;
  const pixels = await renderPixels(painter, parts);
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, progressive: true })
    .toBuffer();

  return { bytes, type: 'image/jpeg', width, height };
}
