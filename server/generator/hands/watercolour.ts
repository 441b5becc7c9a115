import { clamp, mix, smoothstep } from '../filters/math.ts';
import type { RenderHand } from './hand.ts';
import { inkOf, paintGround } from './paint-ground.ts';

const PAPER = [0.985, 0.978, 0.958] as const;
const PENCIL = [70, 62, 70] as const;

/** Washes on white paper with darkened rims, granulation, a pencil drawing below and a torn white border. */
export const watercolour: RenderHand = async (painter, stage) => {
  const { width, height, pixels } = painter.canvas;
  const brush = { scene: 9, body: 6.5, face: 3, flow: 3, drift: 2e-4 };
  const { picture, luminance, original, flow } = await paintGround(painter, stage, brush);
  const edges = await painter.lines(await painter.blur(original, 1), flow, {
    deviation: 1.6,
    sharpness: 0.982,
    length: 6,
  });
  const settled = await painter.blur(luminance, 6);
  const paper = await painter.noise('paper');
  const blots = await painter.noise('blot');
  const clouds = await painter.noise('cloud');
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
      const rim = clamp(settled.data[at]! - light, -0.09, 0.09) * 2.2 * (1 - face * 0.6);
      const loose = 1 - Math.max(face * 0.85, features);
      const granules = (blots.data[at]! * 0.09 + clouds.data[at]! * 0.1) * loose + paper.data[at]! * 0.045;
      const density = 1 + (0.12 + rim + pooled) * (1 - face * 0.5) + granules;
      const threshold = 0.002 - 0.006 * face * (1 - features);
      const pencil = inkOf(edges.data[at]!, threshold, 70) * 0.5 * painted * mix(0.5, 1, alpha);

      for (let channel = 0; channel < 3; channel++) {
        const own = picture.data[at * 4 + channel]! / 255;
        const saturated = clamp(light + (own - light) * mix(1.3, 1.2, face), 0.015, 0.995);

        // Pigment takes light away exponentially (Beer's law), so that density is an exponent; paper shines through it all, but
        // for a face, which keeps its own brightness.
        const shine = 0.04 * (1 - face);
        const paint = shine + (1 - shine) * saturated ** (mix(0.94, 1, face) * density);
        const value = mix(1, paint, painted) * PAPER[channel]!;
        bytes[at * 3 + channel] = mix(value * 255, PENCIL[channel]!, pencil) + paper.data[at]! * 1.8;
      }
    }
  }

  return bytes;
};
