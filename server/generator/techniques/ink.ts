import { clamp, mix, smoothstep } from '../filters/math.ts';
import { inkOf, paintGround, type RenderTechnique } from './paint-ground.ts';

const INK = [26, 27, 34] as const;
const PAPER = [244, 239, 228] as const;

/** Luminance of paper and ink, 0 to 255. */
const PAPER_LIGHT = 240;
const INK_LIGHT = 27;

/** The wash fades out from the row `from`, over a length of `over` (pixels of a finished picture). */
const BLEED = { from: 1040, over: 560 };

/** A grey ink wash on paper that fades out towards the bottom. The scene keeps some colour. */
export const ink: RenderTechnique = async (painter, stage) => {
  const { width, height, pixels, scale } = painter.canvas;
  const brush = { scene: 7, body: 6, face: 2.4, flow: 2.5, drift: 2e-4 };
  const paper = await painter.noise('paper');
  const fibres = await painter.noise('fibre');
  const blots = await painter.noise('blot');
  const clouds = await painter.noise('cloud');
  const { picture, luminance, original, flow } = await paintGround(painter, stage, brush);
  const edges = await painter.lines(original, flow, {
    soft: 0.9,
    deviation: 1.8,
    sharpness: 0.98,
    length: 7,
  });
  const settled = await painter.blur(luminance, 7);
  const bytes = new Uint8ClampedArray(pixels * 3);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const alpha = stage.alpha.data[at]!;
      const face = stage.face.data[at]!;
      const features = stage.features.data[at]!;
      const front = BLEED.from + blots.data[at]! * 14 + clouds.data[at]! * 34;
      const bleed = smoothstep(0, 1, (y / scale - front) / BLEED.over) * (1 - face);
      const light = luminance.data[at]!;

      // Darken the dark side of an edge, because ink collects at the rim of a wash.
      const rim = clamp(settled.data[at]! - light, -0.08, 0.08);
      const toned = mix(light, Math.floor(light * 5 + 0.5) / 5, 0.3 * (1 - face));
      const granules = (blots.data[at]! * 0.03 + fibres.data[at]! * 0.012) * (1 - face * 0.7);
      // A wash is never fully black. On the face, choose its density so that the skin keeps its luminance.
      const faithful = (PAPER_LIGHT - 255 * toned) / (PAPER_LIGHT - INK_LIGHT);
      const laid = mix(1 - toned, faithful, face);
      const density = clamp(laid + rim * 1.3 * (1 - face * 0.5) + granules, 0, 1);
      const wash = density * (1 - bleed * 0.92);
      const threshold = mix(0.003, -0.005, face * (1 - features));
      const line = inkOf(edges.data[at]!, threshold, 110) * 0.85 * (1 - bleed * 0.8);
      const grain = paper.data[at]! * 2.4 + fibres.data[at]! * 1.5;

      for (let channel = 0; channel < 3; channel++) {
        const sheet = PAPER[channel]! + grain;
        const own = picture.data[at * 4 + channel]! - light * 255;
        const warmth = own * mix(0.12, 0.34, Math.max(face, features)) * (1 - bleed);
        const person = mix(mix(sheet, INK[channel]!, wash) + warmth, INK[channel]!, line);
        const calm = light * 255 + own * 0.8;
        const scene = mix(mix(calm, sheet, 0.24), INK[channel]!, line * 0.25) + grain;
        bytes[at * 3 + channel] = mix(scene, person, alpha * (1 - bleed * 0.35));
      }
    }
  }

  return bytes;
};
