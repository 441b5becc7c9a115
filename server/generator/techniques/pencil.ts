import type { Plane } from '../filters/filter-memory.ts';
import { clamp, mix, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import { inkOf, paintGround, type RenderTechnique } from './paint-ground.ts';
import { skinOf } from './skin.ts';

const PAPER = [248, 245, 238] as const;
const GRAPHITE = [44, 42, 46] as const;

/** Luminance of paper and graphite, 0 to 255. */
const PAPER_LIGHT = 240;
const GRAPHITE_LIGHT = 43;

/**
 * Luminance factors for skin: `dark` for luminance (0 to 1) up to `from`, `light` from `to` on. Dark skin is not
 * lightened, because graphite is never fully black.
 */
const SKIN_GAIN = { dark: 1, light: 1.055, from: 0.25, to: 0.6 };

/** Width of the scene's fade-out at the borders, in pixels of a finished picture. */
const MARGIN = 240;

/**
 * A pencil drawing. Strokes follow the flow of hair. Skin is shaded softly, because strokes along the flow would look
 * like fur. Clothes and scene are hatched with a constant slant. Paper and graphite are slightly tinted, because dark
 * skin is mostly graphite and would otherwise look grey.
 */
export const pencil: RenderTechnique = async (painter, stage) => {
  const { width, height, pixels, scale } = painter.canvas;
  const brush = { scene: 5, body: 4, face: 2, flow: 4, drift: 8e-4 };
  const slanted = await painter.strokes('slanted');
  const paper = await painter.noise('paper');
  const clouds = await painter.noise('cloud');
  const { picture, luminance, original, flow } = await paintGround(painter, stage, brush);
  const skin = await skinOf(painter, stage);
  const detail = await painter.resultOf(() => contrastOf(painter, luminance));
  const edges = await painter.lines(original, flow, {
    soft: 0.9,
    deviation: 1.5,
    sharpness: 0.985,
    length: 5,
  });
  const along = await painter.strokesAlong(await painter.noise('paper'), flow, { length: 18, stride: 1 });
  const near = await painter.blur(stage.alpha, 60);
  const bytes = new Uint8ClampedArray(pixels * 3);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const alpha = stage.alpha.data[at]!;
      const features = stage.features.data[at]!;
      const soft = skin.data[at]!;
      const light = luminance.data[at]!;

      // Draw the scene lightly, and fade it out away from the person.
      const inwards = Math.min(Math.min(x, width - x), Math.min(y, height - y)) / (MARGIN * scale);
      const vignette = smoothstep(0.1, 1, inwards + clouds.data[at]! * 0.14);
      const care = mix(mix(0.6 * vignette, 1, alpha) * mix(0.35, 1, vignette), 1, soft);
      const dark = clamp(1 - light, 0, 1) * care * mix(0.85, 1, near.data[at]!);

      // On a person, strokes follow only clear directions, e.g. in hair. On plain cloth they would look like fur.
      const clear =
        smoothstep(0.35, 0.75, flow.anisotropy.data[at]!) * smoothstep(0.02, 0.05, detail.data[at]!);
      const led = alpha * (1 - soft) * clear;
      const strokeNoise = mix(slanted.data[at]!, along.data[at]!, led);
      const texture = mix(0.22, 0.06, soft) * smoothstep(0.02, 0.4, dark);
      const stroke = clamp(dark * 1.3 - 0.03 + strokeNoise * texture, 0, 1);
      const cross = slanted.data[at]! * 0.22 * smoothstep(0.3, 0.65, dark) * (1 - soft);
      const second = clamp((dark - 0.42) * 1.5 + cross, 0, 1);
      const threshold = mix(0.004, -0.004, soft * (1 - features));
      const line = inkOf(edges.data[at]!, threshold, 80) * care;
      const tooth = 1 + paper.data[at]! * mix(0.1, 0.05, soft);
      // On skin, the drawn luminance is proportional to the photo's, so that light and dark skin keep their luminance.
      const gain = mix(SKIN_GAIN.dark, SKIN_GAIN.light, smoothstep(SKIN_GAIN.from, SKIN_GAIN.to, light));
      const shade = (PAPER_LIGHT - gain * 255 * light) / (PAPER_LIGHT - GRAPHITE_LIGHT);
      const body = mix(stroke * 0.8, clamp(shade + strokeNoise * texture, 0, 1), soft);
      const graphite = clamp(Math.max(body, second * 0.95 * (1 - soft), line * 0.95) * tooth, 0, 0.96);

      for (let channel = 0; channel < 3; channel++) {
        const sheet = PAPER[channel]! + paper.data[at]! * 1.8;
        const own = picture.data[at * 4 + channel]! - light * 255;
        const tinted = sheet + own * mix(0.3, 0.6, Math.max(soft, features)) * care - (1 - light) * 14 * care;
        const lead = GRAPHITE[channel]! + own * alpha * mix(0.3, 0.4, soft);
        bytes[at * 3 + channel] = mix(tinted, lead, graphite);
      }
    }
  }

  return bytes;
};

/** Mean local contrast of the luminance around each pixel (0 to 1). */
async function contrastOf(painter: Painter, luminance: Plane): Promise<Plane> {
  const difference = await painter.blur(luminance, 7);
  for (let at = 0; at < luminance.data.length; at++) {
    difference.data[at] = Math.abs(luminance.data[at]! - difference.data[at]!);
  }
  return painter.blur(difference, 9);
}
