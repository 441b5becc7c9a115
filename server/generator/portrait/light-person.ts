import { brightnessOf, clamp, mix, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import { colourOf } from '../scenes/colour.ts';
import type { Light } from '../scenes/scene.ts';
import { expose } from './exposure.ts';
import type { Stage } from './stage.ts';

export interface LitPerson {
  /** Four bytes per pixel. */
  person: Uint8Array;
  /** The blurred scene, three bytes per pixel. */
  glow: Uint8Array;
  light: Light;
  exposure: number;
}

/** Darkness (0 to 1) of the person's shadow on the scene directly behind. */
const CONTACT = 0.34;

/**
 * Dark pixels get this fraction of the scene's shadow colour, which is first limited to the brightness `brightest` (0
 * to 255). More would lighten dark skin.
 */
const FILL = { share: 0.1, brightest: 120 };

/** Clothes and hair take this fraction of their hue, but not of their brightness, from the scene around them. */
const DRAWN = 0.12;

/**
 * The person's shadow is moved down by `above`, and away from the light by at most `aside`. In pixels of a finished
 * picture.
 */
const SHADOW = { aside: 22, above: 16 };

/** Opacity is compared at this distance (pixels of a finished picture) to find which side a pixel faces. */
const REACH = 8;

/** Composites the person onto the scene, with exposure, tint, side light, rim light and a shadow behind. */
export async function lightPerson(painter: Painter, stage: Stage, lit: LitPerson): Promise<void> {
  const { picture, alpha, face, back } = stage;
  const { person, glow, light } = lit;
  const { width, height, scale } = painter.canvas;

  await painter.scope(async () => {
    const form = (await painter.blur(alpha, 26)).data;
    const edge = (await painter.blur(alpha, 7)).data;
    const { gains, shadow, saturation, exposed } = gradeOf(light, lit.exposure);
    const rim = light.rim ? colourOf(light.rim) : undefined;
    const sideX = clamp(light.fromX * 3, -1, 1);
    const shadowX = Math.round(sideX * SHADOW.aside * scale);
    const shadowY = Math.round(SHADOW.above * scale);
    const reach = Math.max(1, Math.round(REACH * scale));

    for (let y = 0; y < height; y++) {
      const row = y * width;
      const shadowRow = clamp(y - shadowY, 0, height - 1) * width;

      for (let x = 0; x < width; x++) {
        const at = row + x;
        const share = alpha.data[at]!;
        const contact = 1 - CONTACT * form[shadowRow + clamp(x + shadowX, 0, width - 1)]!;
        picture.data[at * 4] = back[at * 3]! * contact;
        picture.data[at * 4 + 1] = back[at * 3 + 1]! * contact;
        picture.data[at * 4 + 2] = back[at * 3 + 2]! * contact;
        if (share < 0.004) continue;

        const left = form[row + Math.max(0, x - reach)]!;
        const right = form[row + Math.min(width - 1, x + reach)]!;
        const slope = clamp((right - left) * 3.2, -1, 1);
        const shade = 1 - 0.28 * sideX * slope * (1 - 0.5 * face.data[at]!);
        const wrap = Math.min(0.5, (1 - edge[at]!) * 0.8);
        const rimShare = rim ? smoothstep(0.05, 0.5, -slope * Math.sign(sideX || 1)) * wrap : 0;
        const red = exposed[person[at * 4]!]!;
        const green = exposed[person[at * 4 + 1]!]!;
        const blue = exposed[person[at * 4 + 2]!]!;
        const brightness = brightnessOf(red, green, blue);
        const glowBrightness = brightnessOf(glow[at * 3]!, glow[at * 3 + 1]!, glow[at * 3 + 2]!);
        const drawn = DRAWN * (1 - face.data[at]!);
        const filled = (1 - Math.min(1, brightness / 140)) * FILL.share;

        for (let channel = 0; channel < 3; channel++) {
          const own = channel === 0 ? red : channel === 1 ? green : blue;
          const around = glow[at * 3 + channel]! - glowBrightness;
          const saturated = brightness + mix((own - brightness) * saturation, around, drawn);
          const graded = saturated * gains[channel]! * shade + shadow[channel]! * filled;
          const wrapped = screen(graded, (around + glowBrightness) * wrap * 0.45);
          const value = rim ? screen(wrapped, rim[channel]! * rimShare) : wrapped;
          picture.data[at * 4 + channel] = mix(picture.data[at * 4 + channel]!, value, share);
        }
      }
    }
  });
}

/** Channel gains, shadow colour and saturation, and a table of the exposed value for each value from 0 to 255. */
function gradeOf(light: Light, exposure: number) {
  const tint = colourOf(light.tint).map(value => 1 + (value / 128 - 1) * light.tintShare);
  const tintBrightness = brightnessOf(tint[0]!, tint[1]!, tint[2]!);
  const scattered = colourOf(light.shadow);
  const dimmed = Math.min(1, FILL.brightest / Math.max(1, brightnessOf(...scattered)));
  return {
    gains: tint.map(value => value / tintBrightness),
    shadow: scattered.map(value => value * dimmed),
    saturation: light.saturation,
    exposed: Float32Array.from({ length: 256 }, (_, value) => expose(value, exposure)),
  };
}

/** Screen blending: adds light to a value. The result never exceeds 255. */
function screen(value: number, added: number): number {
  return 255 - ((255 - clamp(value, 0, 255)) * (255 - added)) / 255;
}
