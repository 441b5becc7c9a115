import type { Plane } from '../filters/filter-memory.ts';
import { brightnessOf, clamp, mix, smoothstep } from '../filters/math.ts';
import { NARROWEST, type Painter } from '../filters/painter.ts';
import type { Stage } from '../portrait/stage.ts';
import { paintGround, type RenderTechnique } from './paint-ground.ts';
import { reflectGround } from './reflect-ground.ts';
import { skinOf } from './skin.ts';

/** The brushes in the order of their use. Lengths are in pixels of a finished picture (see `PaintBrush`). */
const BRUSHES = [
  { width: 34, reach: 78, tolerance: 0 },
  { width: 18, reach: 54, tolerance: 5 },
  { width: 10, reach: 32, tolerance: 6 },
  { width: 6, reach: 21, tolerance: 7 },
  { width: 3, reach: 12, tolerance: 9 },
];

/**
 * Maximum brush widths. `scene` and `body` are in pixels of a finished picture. `skin` and `features` are in eye
 * distances, because faces differ in size.
 */
const WIDEST = { scene: 36, body: 19, skin: 0.07, features: 0.02 };

/** Thick paint with bristle marks that are lit from the upper left. Scene, clothes and face use the same brushes. */
export const oil: RenderTechnique = async (painter, stage) => {
  const { width, height, pixels, scale } = painter.canvas;
  const step = Math.max(1, Math.round(1.4 * scale));
  const brush = { scene: 5, body: 5, face: 4, flow: 5, drift: 4e-4, followsForm: true };
  const clouds = await painter.noise('cloud');
  const { picture, flow } = await paintGround(painter, stage, brush);
  const skin = await skinOf(painter, stage);
  reflectGround(painter.canvas, stage, skin, picture);
  // Start with the picture itself as the paint. Reuse memory that the stage no longer needs.
  const [paint, thickness] = [stage.picture, painter.plane()];
  paint.data.set(picture.data);
  thickness.data.fill(0.3);
  const widest = widestBrush(painter, stage, skin);
  await painter.layStrokes({ picture, flow, widest, paint, thickness }, BRUSHES);
  const bytes = new Uint8ClampedArray(pixels * 3);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const next = Math.min(pixels - 1, at + step * width + step);
      const soft = skin.data[at]!;
      const light = brightnessOf(paint.data[at * 4]!, paint.data[at * 4 + 1]!, paint.data[at * 4 + 2]!);
      // Vary the paint's thickness, because a uniform relief looks like wallpaper, especially on white.
      const uneven = Math.max(0.3, 0.8 + 0.3 * clouds.data[at]!) * mix(1, 0.6, smoothstep(200, 250, light));
      const rise = thickness.data[at]! - thickness.data[next]!;
      const relief = rise * mix(24 * uneven, 13, soft) * (1 - 0.6 * stage.features.data[at]!);

      for (let channel = 0; channel < 3; channel++) {
        const saturated = light + (paint.data[at * 4 + channel]! - light) * 1.2;
        const contrasted = 118 + (saturated - 118) * mix(1.08, 1.03, soft);
        const warmth = channel === 0 ? 1.5 : channel === 2 ? -3 : 0;
        bytes[at * 3 + channel] = contrasted + relief + warmth;
      }
    }
  }

  return bytes;
};

/** The maximum brush width at each pixel, in pixels of the canvas. */
function widestBrush(painter: Painter, { alpha, face, features, eyeDistance }: Stage, skin: Plane): Plane {
  const { scale } = painter.canvas;
  const ofSkin = clamp(WIDEST.skin * eyeDistance, 4 * scale, 14 * scale);
  const ofFeatures = clamp(WIDEST.features * eyeDistance, NARROWEST, 4 * scale);
  const widest = painter.plane();
  for (let at = 0; at < widest.data.length; at++) {
    const body = mix(WIDEST.scene, WIDEST.body, alpha.data[at]!) * scale;
    const person = mix(body, ofSkin, Math.max(face.data[at]!, skin.data[at]! * 0.9));
    widest.data[at] = mix(person, ofFeatures, features.data[at]!);
  }
  return widest;
}
