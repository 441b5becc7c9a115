import type { Plane } from '../filters/filter-memory.ts';
import { clamp, mix, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import { inkOf, paintGround, type RenderTechnique } from './paint-ground.ts';
import { tonesOfSkin } from './skin.ts';

const PAPER = [0.985, 0.978, 0.958] as const;
const PENCIL = [70, 62, 70] as const;

/** Luminance thresholds of the overlaid washes. Each wash covers all areas that are darker than its threshold. */
const WASHES = [0.93, 0.8, 0.66, 0.53, 0.41, 0.3, 0.2, 0.1];

/** Luminance of bare paper, and of paper covered by all washes. */
const RANGE = { light: 0.97, dark: 0.05 };

/** Half the width of a wash's edge, as a luminance difference. On skin, edges are softer than elsewhere. */
const EDGE = { scene: 0.018, body: 0.032, skin: 0.06 };

/** Skin tones with soft, wet edges between the washes. */
const SKIN = { apart: 0.3, edge: 0.2 };

/** Standard deviation of the blur that lets colours run into each other, in pixels of a finished picture. */
const RUN = 9;

/** Washes on white paper, with dark rims, granulation, pencil lines underneath, and a ragged white border. */
export const watercolour: RenderTechnique = async (painter, stage) => {
  const { width, height, pixels } = painter.canvas;
  const brush = { scene: 9, body: 8, face: 4.5, flow: 3, drift: 2e-4 };
  const paper = await painter.noise('paper');
  const dabs = await painter.noise('dab');
  const blots = await painter.noise('blot');
  const clouds = await painter.noise('cloud');
  const { picture, luminance, original, flow } = await paintGround(painter, stage, brush);
  const edges = await painter.lines(original, flow, {
    soft: 1,
    deviation: 1.6,
    sharpness: 0.982,
    length: 6,
  });
  const runRed = await runningColour(painter, picture, luminance, 0);
  const runBlue = await runningColour(painter, picture, luminance, 2);
  const settled = await painter.blur(luminance, 6);
  const smooth = await painter.blur(luminance, 4);
  const toneOf = tonesOfSkin(stage, smooth, SKIN);
  const bytes = new Uint8ClampedArray(pixels * 3);

  for (let y = 0; y < height; y++) {
    const vertical = (Math.min(y, height - y) / height) * 1.2;

    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const alpha = stage.alpha.data[at]!;
      const face = stage.face.data[at]!;
      const features = stage.features.data[at]!;
      const inwards = Math.min(Math.min(x, width - x) / width, vertical) * 1.35;
      const border = inwards - 0.07 - clouds.data[at]! * 0.018 - blots.data[at]! * 0.012;
      const painted = smoothstep(0, 0.022, border);
      const pooled = painted * (1 - smoothstep(0.01, 0.05, border)) * 0.35;

      const light = luminance.data[at]!;
      const wet = Math.max(face, features);
      const loose = (1 - 0.6 * wet) * mix(1, 0.75, alpha) * smoothstep(0, 0.35, light);
      const uneven = (blots.data[at]! * 0.016 + dabs.data[at]! * 0.007 + clouds.data[at]! * 0.012) * loose;
      const edge = mix(mix(EDGE.scene, EDGE.body, alpha), EDGE.skin, wet);
      const washed = washesOver(light + uneven, edge);
      const rim = clamp(settled.data[at]! - light, -0.09, 0.09) * 1.6 * (1 - face * 0.6);
      const granules = (blots.data[at]! * 0.06 + clouds.data[at]! * 0.1) * loose + paper.data[at]! * 0.05;
      const density = 1 + (rim + pooled + washed.rim * (1 - 0.6 * wet)) + granules * (1 - light * 0.5);
      const laid = mix(washed.light, toneOf(smooth.data[at]! + uneven * 2), face);
      const value = mix(light, laid, mix(0.85, 0.7, alpha) * (1 - features));
      const threshold = 0.002 - 0.006 * face * (1 - features);
      const pencil = inkOf(edges.data[at]!, threshold, 70) * 0.5 * painted * mix(0.5, 1, alpha);

      // Let colours run into each other except on the face, without changing the luminance.
      const run = 0.75 * (1 - wet);
      const red = mix(picture.data[at * 4]! / 255 - light, runRed.data[at]!, run);
      const blue = mix(picture.data[at * 4 + 2]! / 255 - light, runBlue.data[at]!, run);
      const green = -(red * 0.299 + blue * 0.114) / 0.587;
      const saturation = mix(1.45, 1.2, face);
      const exponent = mix(0.9, 1, face) * density;

      for (let channel = 0; channel < 3; channel++) {
        const tint = channel === 0 ? red : channel === 1 ? green : blue;
        // Pigment absorbs light exponentially (Beer's law), so the density is used as an exponent. Paper shines
        // through, except on a face, which keeps its own luminance.
        const shine = 0.04 * (1 - face);
        const own = clamp(value + tint * saturation, 0.015, 0.995);
        const paint = shine + (1 - shine) * Math.exp(exponent * Math.log(own));
        const shown = mix(1, paint, painted) * PAPER[channel]!;
        bytes[at * 3 + channel] = mix(shown * 255, PENCIL[channel]!, pencil) + paper.data[at]! * 1.8;
      }
    }
  }

  return bytes;
};

/** Luminance under the washes, and the pigment that has dried at the edge of the last wash. */
function washesOver(light: number, edge: number): { light: number; rim: number } {
  let lain = 0;
  let rim = 0;
  for (const from of WASHES) {
    const inside = from - light;
    if (inside < -edge) break;
    lain += smoothstep(-edge, edge, inside);
    rim = Math.max(0, 1 - Math.abs(inside - edge) / (1.5 * edge));
  }
  return { light: mix(RANGE.light, RANGE.dark, lain / WASHES.length), rim: rim * 0.16 };
}

/** A channel (0 to 2) minus the luminance (0 to 1), blurred. */
function runningColour(painter: Painter, picture: Plane, luminance: Plane, channel: number): Promise<Plane> {
  return painter.resultOf(() => {
    const colour = painter.plane();
    for (let at = 0; at < luminance.data.length; at++)
      colour.data[at] = picture.data[at * 4 + channel]! / 255 - luminance.data[at]!;
    return painter.blur(colour, RUN);
  });
}
