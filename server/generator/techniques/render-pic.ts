import sharp from 'sharp';
import type { Style } from '../catalogue/schema.ts';
import type { Painter } from '../filters/painter.ts';
import type { GeneratedPic } from '../generator.ts';
import type { Layers } from '../portrait/draw-layers.ts';
import type { DrawnPerson } from '../portrait/draw-person.ts';
import { setStage } from '../portrait/set-stage.ts';
import type { Shot } from '../portrait/shots.ts';
import type { Scene } from '../scenes/scene.ts';
import { comic } from './comic.ts';
import { ink } from './ink.ts';
import { oil } from './oil.ts';
import type { RenderTechnique } from './paint-ground.ts';
import { pencil } from './pencil.ts';
import { poster } from './poster.ts';
import { watercolour } from './watercolour.ts';

export interface PicParts {
  person: DrawnPerson;
  scene: Scene;
  layers: Layers;
  shot: Shot;
  style: Style;
}

const QUALITY = 86;

/** Renders a picture. Returns three bytes per pixel. */
export function renderPixels(painter: Painter, { style, ...parts }: PicParts): Promise<Uint8ClampedArray> {
  return painter.draw(async () => {
    const stage = await setStage(painter, { ...parts, material: style.material });
    return techniqueOf(style)(painter, stage);
  });
}

export async function renderPic(painter: Painter, parts: PicParts): Promise<GeneratedPic> {
  const { width, height } = painter.canvas;
  const pixels = await renderPixels(painter, parts);
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, progressive: true })
    .toBuffer();

  return { bytes, type: 'image/jpeg', width, height };
}

function techniqueOf({ technique, inks }: Style): RenderTechnique {
  if (technique === 'poster') return poster(inks);
  return { comic, ink, oil, watercolour, pencil }[technique];
}
