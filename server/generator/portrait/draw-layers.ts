import sharp from 'sharp';
import { FULL, SMALL } from '../filters/canvas.ts';
import { clamp } from '../filters/math.ts';
import { renderSvg } from '../scenes/render-svg.ts';
import type { Hand, Scene } from '../scenes/scene.ts';
import type { Shot } from './shots.ts';

/** The drawn layers of a scene at full size. */
export interface Layers {
  /** Three bytes a pixel. */
  back: Uint8Array;
  /** The same, blurred: the light around the person. */
  glow: Uint8Array;
  /** Four bytes a pixel. */
  front: Uint8Array;
}

/** Deviation of the blur that turns the scene into light, in pixels. */
const GLOW = 30;

/** These keep the lines of a scene; under the others' brushes nobody sees that it was drawn smaller. */
const FINE_HANDS: Hand[] = ['comic', 'poster', 'pencil'];

/** Draws a scene as the shot frames it, for most hands at the small size; sharp does it on threads of its own. */
export async function drawLayers(scene: Scene, shot: Shot, hand: Hand): Promise<Layers> {
  const hasFineLines = FINE_HANDS.includes(hand);
  const [back, front] = await Promise.all([
    drawLayer(scene.defs, scene.back, shot, hasFineLines),
    drawLayer(scene.defs, scene.front, shot, hasFineLines),
  ]);
  const opaque = await sharp(back, { raw: { ...FULL, channels: 4 } })
    .flatten()
    .raw()
    .toBuffer();
  const glow = await sharp(opaque, { raw: { ...FULL, channels: 3 } })
    .blur(GLOW)
    .raw()
    .toBuffer();

  return { back: opaque, glow, front };
}

async function drawLayer(defs: string, body: string, shot: Shot, hasFineLines: boolean): Promise<Uint8Array> {
  const width = Math.round((hasFineLines ? FULL : SMALL).width * shot.sceneZoom);
  const { data, info } = await renderSvg(defs, body, width)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

  const shown = { width: info.width / shot.sceneZoom, height: info.height / shot.sceneZoom };
  const spare = { x: info.width - shown.width, y: info.height - shown.height };
  const part = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract({
      left: Math.round(clamp(((1 + shot.sceneShift) / 2) * spare.x, 0, spare.x)),
      top: Math.round(spare.y * 0.4),
      width: Math.floor(shown.width),
      height: Math.floor(shown.height),
    })
    .flop(shot.isMirrored)
    .resize(FULL.width, FULL.height, { fit: 'fill', kernel: 'cubic' });

  return part.raw().toBuffer();
}
