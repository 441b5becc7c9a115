import sharp, { type Sharp } from 'sharp';
import type { Technique } from '../catalogue/schema.ts';
import type { Canvas, Size } from '../filters/canvas.ts';
import { clamp } from '../filters/math.ts';
import { renderSvg } from '../scenes/render-svg.ts';
import type { Scene } from '../scenes/scene.ts';
import type { Shot } from './shots.ts';

/** A scene's layers, rendered at the canvas's size. */
export interface Layers {
  /** Three bytes per pixel. */
  back: Uint8Array;
  /** The blurred `back`, used for the light around the person. */
  glow: Uint8Array;
  /** Four bytes per pixel. */
  front: Uint8Array;
}

/** Standard deviation of the blur for `glow`, in pixels of a finished picture. */
const GLOW = 30;

/** Techniques that keep a scene's fine lines. With other techniques, brush strokes hide a lower resolution. */
const FINE_TECHNIQUES: Technique[] = ['comic', 'pencil'];

export interface Framed {
  scene: Scene;
  shot: Shot;
  technique: Technique;
}

/**
 * Renders a scene's layers on sharp's threads. For most techniques, renders them at the smaller copy's size and
 * enlarges them.
 */
export async function drawLayers(canvas: Canvas, { scene, shot, technique }: Framed): Promise<Layers> {
  const { width, height, scale } = canvas;
  const drawnWidth = FINE_TECHNIQUES.includes(technique) ? width : canvas.small.width;
  const zoomed = Math.round(drawnWidth * shot.sceneZoom);
  const [back, front] = await Promise.all([
    drawLayer(canvas, shot, renderSvg(scene.defs, scene.back, zoomed).flatten()),
    drawLayer(canvas, shot, renderSvg(scene.defs, scene.front, zoomed).ensureAlpha()),
  ]);
  const glow = await sharp(back, { raw: { width, height, channels: 3 } })
    .blur(GLOW * scale)
    .raw()
    .toBuffer();

  return { back, glow, front };
}

async function drawLayer({ width, height }: Size, shot: Shot, drawing: Sharp): Promise<Uint8Array> {
  const { data, info } = await drawing.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width: drawnWidth, height: drawnHeight, channels } = info;
  const shown = { width: drawnWidth / shot.sceneZoom, height: drawnHeight / shot.sceneZoom };
  const spare = { x: drawnWidth - shown.width, y: drawnHeight - shown.height };
  const part = sharp(data, { raw: { width: drawnWidth, height: drawnHeight, channels } })
    .extract({
      left: Math.round(clamp(((1 + shot.sceneShift) / 2) * spare.x, 0, spare.x)),
      top: Math.round(spare.y * 0.4),
      width: Math.floor(shown.width),
      height: Math.floor(shown.height),
    })
    .flop(shot.isMirrored)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' });

  return part.raw().toBuffer();
}
