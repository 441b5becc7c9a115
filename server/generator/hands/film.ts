import sharp from 'sharp';
import { FULL, PIXELS } from '../filters/canvas.ts';
import { clamp, mix, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import { layFront, type Stage } from '../portrait/stage.ts';
import type { RenderHand } from './hand.ts';

/** Deviations in pixels: the scene far away and nearer, the foreground, and the glow of bright places. */
const BLUR = { far: 13, near: 6, front: 5, bloom: 24 };

/** Brightness above which a place glows. */
const BRIGHT = 165;

const SHADOW_TINT = [-3, 3, 7] as const;
const LIGHT_TINT = [5, 1, -6] as const;

/** A photograph: the scene out of focus, the foreground too, soft highlights, the colours of a print, grain. */
export const film: RenderHand = async (painter, stage) => {
  await focus(painter, stage);
  layFront(stage, await blurred(stage.front, BLUR.front, 4));

  const { picture } = stage;
  const bright = Buffer.alloc(PIXELS * 3);
  for (let at = 0; at < PIXELS; at++) {
    for (let channel = 0; channel < 3; channel++) {
      bright[at * 3 + channel] = clamp((picture.data[at * 4 + channel]! - BRIGHT) * 1.6, 0, 255);
    }
  }
  const bloom = await blurred(bright, BLUR.bloom, 3);
  const grain = await painter.noise('paper');
  const bytes = new Uint8ClampedArray(PIXELS * 3);

  for (let y = 0; y < FULL.height; y++) {
    for (let x = 0; x < FULL.width; x++) {
      const at = y * FULL.width + x;
      const face = stage.face.data[at]!;
      const fromMiddle = (x / FULL.width - 0.5) ** 2 + (y / FULL.height - 0.5) ** 2;
      const fall = 1 - 0.63 * fromMiddle * (1 - face);
      const red = picture.data[at * 4]!;
      const green = picture.data[at * 4 + 1]!;
      const blue = picture.data[at * 4 + 2]!;
      const light = (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
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
  const [far, near] = await Promise.all([blurred(back, BLUR.far, 3), blurred(back, BLUR.near, 3)]);

  await painter.scope(async () => {
    const form = await painter.blur(alpha, 26);

    for (let y = 0; y < FULL.height; y++) {
      const depth = smoothstep(0.95, 0.45, y / FULL.height);

      for (let x = 0; x < FULL.width; x++) {
        const at = y * FULL.width + x;
        const share = 1 - alpha.data[at]!;
        if (share === 0) continue;

        const contact = 1 - 0.3 * form.data[Math.max(0, y - 20) * FULL.width + x]!;
        for (let channel = 0; channel < 3; channel++) {
          const soft = mix(near[at * 3 + channel]!, far[at * 3 + channel]!, depth) * contact;
          picture.data[at * 4 + channel]! += (soft - back[at * 3 + channel]! * contact) * share;
        }
      }
    }
  });
}

function blurred(pixels: Uint8Array, deviation: number, channels: 3 | 4): Promise<Uint8Array> {
  return sharp(pixels, { raw: { ...FULL, channels } })
    .blur(deviation)
    .raw()
    .toBuffer();
}

/** A print's tone curve: blacks that are not quite black, a gentle S, a long shoulder. */
function curve(value: number): number {
  const lifted = 0.025 + value * 0.96;
  const bent = lifted * lifted * (3 - 2 * lifted);
  return mix(lifted, bent, 0.25);
}
