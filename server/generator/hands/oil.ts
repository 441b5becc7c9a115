import type { Plane } from '../filters/filter-memory.ts';
import type { Flow } from '../filters/flow.ts';
import { mix, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import type { RenderHand } from './hand.ts';
import { paintGround } from './paint-ground.ts';
import { skinOf } from './skin.ts';

/** How far a brush leads its bristles, and how far one load of paint goes, in pixels of a finished picture each way. */
const BRISTLES = { length: 14, stride: 1 };
const LOAD = { length: 22, stride: 2 };

/**
 * Thick paint: strokes, bristles lit from the upper left, canvas where the paint is thin. The bristles show only where a stroke
 * carries much paint: were they everywhere, a sky would look like combed hair.
 */
export const oil: RenderHand = async (painter, stage) => {
  const { width, height, pixels, scale } = painter.canvas;
  const step = Math.max(1, Math.round(2 * scale));
  const brush = { scene: 8, body: 6.5, face: 2.6, flow: 3.4, drift: 4e-4 };
  const { picture, luminance, flow, smallFlow } = await paintGround(painter, stage, brush);
  const bristles = await painter.strokesAlong(await painter.noise('paper'), flow, BRISTLES);
  const loads = await loadsAlong(painter, smallFlow);
  const skin = await skinOf(painter, stage);
  const patches = await painter.noise('blot');
  const clouds = await painter.noise('cloud');
  const bytes = new Uint8ClampedArray(pixels * 3);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const next = Math.min(pixels - 1, at + step * width + step);
      const soft = skin.data[at]!;
      const features = stage.features.data[at]!;
      const light = luminance.data[at]! * 255;

      // Paint is thick in some places and thin in others; the same relief everywhere looks like wallpaper, above all on white.
      const uneven = 0.75 + 0.35 * clouds.data[at]! + 0.2 * patches.data[at]!;
      const body = Math.max(0.2, uneven) * mix(1, 0.55, smoothstep(190, 245, light));
      const load = smoothstep(-0.6, 1.6, loads.data[at]!);
      const thickness = mix(5 * body * load, 2.5, soft) * (1 - features * 0.6);
      const edge = (loads.data[at]! - loads.data[next]!) * mix(7.5 * body, 3, soft) * (1 - features);
      const relief = (bristles.data[at]! - bristles.data[next]!) * thickness + edge;
      const pigment = loads.data[at]! * mix(3.5 * body, 1.2, soft) + patches.data[at]! * mix(3, 0.6, soft);
      const weave = Math.sin(x * 1.5) * Math.sin(y * 1.5) * 1.5 * (1 - light / 255);

      for (let channel = 0; channel < 3; channel++) {
        const saturated = light + (picture.data[at * 4 + channel]! - light) * 1.22;
        const contrasted = 118 + (saturated - 118) * mix(1.1, 1.03, soft);
        const warmth = channel === 0 ? 1.5 : channel === 2 ? -3 : 0;
        bytes[at * 3 + channel] = contrasted + relief + pigment + weave + warmth;
      }
    }
  }

  return bytes;
};

/** Loads of paint are coarse enough to be smeared at the small size. */
async function loadsAlong(painter: Painter, flow: Flow): Promise<Plane> {
  const { canvas } = painter;
  const noise = await painter.resizePlane(await painter.noise('fibre'), canvas, canvas.small);
  return painter.resizePlane(await painter.strokesAlong(noise, flow, LOAD), canvas.small, canvas);
}
