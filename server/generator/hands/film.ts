import sharp from 'sharp';
import type { Canvas } from '../filters/canvas.ts';
import { brightnessOf, clamp, mix, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import { layFront, type Stage } from '../portrait/stage.ts';
import type { RenderHand } from './hand.ts';

/** Deviations in pixels of a finished picture: the scene far away and nearer, the foreground, and the glow of bright places. */
const BLUR = { far: 13, near: 6, front: 5, bloom: 24 };

/** How far above the person the contact shadow lies, in pixels of a finished picture. */
const RISE = 20;

/** Brightness above which a place glows. */
const BRIGHT = 165;

const SHADOW_TINT = [-3, 3, 7] as const;
const LIGHT_TINT = [5, 1, -6] as const;

/** A photograph: the scene out of focus, the foreground too, soft highlights, the colours of a print, grain. */
export const film: RenderHand = async (painter, stage) => {
  const { canvas } = painter;
  const { width, height, pixels } = canvas;
  await focus(painter, stage);
  layFront(stage, await blurred(canvas, stage.front, BLUR.front));

  const { picture } = stage;
  const bright = Buffer.alloc(pixels * 3);
  for (let at = 0; at < pixels; at++) {
    for (let channel = 0; channel < 3; channel++) {
      bright[at * 3 + channel] = clamp((picture.data[at * 4 + channel]! - BRIGHT) * 1.6, 0, 255);
    }
  }
  const bloom = await blurred(canvas, bright, BLUR.bloom);
  const grain = await painter.noise('paper');
  const bytes = new Uint8ClampedArray(pixels * 3);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const face = stage.face.data[at]!;
      const fromMiddle = (x / width - 0.5) ** 2 + (y / height - 0.5) ** 2;
      const fall = 1 - 0.63 * fromMiddle * (1 - face);
      const red = picture.data[at * 4]!;
      const green = picture.data[at * 4 + 1]!;
      const blue = picture.data[at * 4 + 2]!;
      const light = brightnessOf(red, green, blue) / 255;
      const dark = 1 - smoothstep(0, 0.5, light);
      const high = smoothstep(0.5, 1, light);

      for (let channel = 0; channel < 3; channel++) {
        const own = clamp(channel === 0 ? red : channel === 1 ? green : blue, 0, 255);
        const glow = bloom[at * 3 + channel]! * 0.28 * (1 - face * 0.7);
        const glowing = 255 - ((255 - own) * (255 - glow)) / 255;
        const curved = curve((glowing * fall) / 255) * 255;
        const split = dark * SHADOW_TINT[channel]! + high * LIGHT_TINT[channel]!;
        bytes[at * 3 + channel] = curved + split + grain.data[at]! * mix(5, 2.5, Math.max(high, face));
      }
    }
  }

  return bytes;
};

/** Exchanges the scene, which lies under the person with its contact shadow, for one out of focus: more so further up. */
async function focus(painter: Painter, { picture, alpha, back }: Stage): Promise<void> {
  const { canvas } = painter;
  const { width, height } = canvas;
  const [far, near] = await Promise.all([blurred(canvas, back, BLUR.far), blurred(canvas, back, BLUR.near)]);
  const rise = Math.round(RISE * canvas.scale);

  await painter.scope(async () => {
    const form = await painter.blur(alpha, 26);

    for (let y = 0; y < height; y++) {
      const depth = smoothstep(0.95, 0.45, y / height);

      for (let x = 0; x < width; x++) {
        const at = y * width + x;
        const share = 1 - alpha.data[at]!;
        if (share === 0) continue;

        const contact = 1 - 0.3 * form.data[Math.max(0, y - rise) * width + x]!;
        for (let channel = 0; channel < 3; channel++) {
          const soft = mix(near[at * 3 + channel]!, far[at * 3 + channel]!, depth) * contact;
          picture.data[at * 4 + channel]! += (soft - back[at * 3 + channel]! * contact) * share;
        }
      }
    }
  });
}

/** `deviation` in pixels of a finished picture. */
function blurred(
  { width, height, scale }: Canvas,
  bytes: Uint8Array,
  deviation: number,
): Promise<Uint8Array> {
  const channels = bytes.length === width * height * 4 ? 4 : 3;
  return sharp(bytes, { raw: { width, height, channels } })
    .blur(deviation * scale)
    .raw()
    .toBuffer();
}

/** A print's tone curve: blacks that are not quite black, a gentle S, a long shoulder. */
function curve(value: number): number {
  const lifted = 0.025 + value * 0.96;
  const bent = lifted * lifted * (3 - 2 * lifted);
  return mix(lifted, bent, 0.25);
}
