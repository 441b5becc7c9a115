import sharp from 'sharp';
import type { CutOut } from '../generator/portrait/cut-out.ts';

/** Pixels between the eyes in the closest shot of a try-on, with room: a finished picture's take four times the memory. */
const mostEyeDistance = 105;

/** The cut-out as small as try-ons show it. */
export async function reduceCutOut(cutOut: CutOut): Promise<CutOut> {
  const scale = Math.min(1, mostEyeDistance / cutOut.eyeDistance);
  const width = Math.round(cutOut.width * scale);
  const height = Math.round(cutOut.height * scale);
  const rgba = await sharp(cutOut.rgba, { raw: { width: cutOut.width, height: cutOut.height, channels: 4 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();

  return {
    ...cutOut,
    rgba,
    width,
    height,
    mesh: cutOut.mesh.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
    eyes: { x: cutOut.eyes.x * scale, y: cutOut.eyes.y * scale },
    eyeDistance: cutOut.eyeDistance * scale,
    reachDown: cutOut.reachDown * scale,
    reachUp: cutOut.reachUp * scale,
    reachLeft: cutOut.reachLeft * scale,
    reachRight: cutOut.reachRight * scale,
  };
}
