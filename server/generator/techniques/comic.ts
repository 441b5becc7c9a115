import { brightnessOf, clamp, mix, smoothstep } from '../filters/math.ts';
import { inkOf, outlineOf, paintGround, type RenderTechnique } from './paint-ground.ts';
import { skinOf, tonesOfSkin } from './skin.ts';

const TONES = 6;

/** Skin tones with hard edges, as in print. */
const SKIN = { apart: 0.34, edge: 0.07 };

/** A dark detail on skin is kept if its luminance is lower than its surroundings by more than this. */
const DETAIL = 0.03;

/**
 * Fraction of a skin pixel's hue that is replaced by the mean skin hue, because highlights have no hue and would print
 * grey.
 */
const HUE = 0.65;

/**
 * Fraction by which the blue channel of the face and lips is moved towards green. Otherwise the increased saturation
 * would turn lips purple.
 */
const WARMER = 0.7;

/** Distance between halftone dots in pixels of a finished picture, and its minimum in pixels of the canvas. */
const DOTS = 10.5;
const LEAST_DOTS = 4;

const INK = [18, 14, 26] as const;

/** Strong ink lines, few tones, and halftone dots in the shadows. */
export const comic: RenderTechnique = async (painter, stage) => {
  const { width, height, pixels, scale } = painter.canvas;
  const distance = Math.max(LEAST_DOTS, DOTS * scale);
  const brush = { scene: 4, body: 4.5, face: 5.5, flow: 2.5 };
  const { picture, luminance, original, flow } = await paintGround(painter, stage, brush);
  const edges = await painter.lines(original, flow, {
    soft: 1,
    deviation: 1.9,
    sharpness: 0.978,
    length: 6,
  });
  const skin = await skinOf(painter, stage);
  const smooth = await painter.blur(luminance, 3);
  const toneOf = tonesOfSkin(stage, smooth, SKIN);
  const hue = stage.skin.map(value => (value * 255) / Math.max(1, brightnessOf(...stage.skin)));
  const outline = await outlineOf(painter, stage, 4);
  const bytes = new Uint8ClampedArray(pixels * 3);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const face = stage.face.data[at]!;
      const features = stage.features.data[at]!;
      const light = Math.max(0.004, luminance.data[at]!);
      const level = Math.floor(light * TONES + 0.5) / TONES;
      const toned = level + (Math.tanh((light - level) * 16) / TONES) * 0.5;
      const cloth = mix(1, Math.max(0.4, toned / light), 0.85 * (1 - features));
      const printed = skin.data[at]! * (1 - features);
      // Keep details that are much darker than the skin around them, e.g. the frame of glasses.
      const detail = Math.min(0, light - smooth.data[at]! + DETAIL);
      const gain = mix(cloth, clamp((toneOf(smooth.data[at]!) + detail) / light, 0.5, 1.8), printed);

      // On skin, draw only clear edges, because lines on cheeks and forehead make people look old.
      const plain = face * (1 - features);
      const drawn = inkOf(edges.data[at]!, mix(0.006, -0.007, plain), 170) * mix(0.95, 0.8, plain);
      const ink = Math.max(drawn, outline.data[at]!);

      const shadow = smoothstep(0.42, 0.12, light) * (1 - face);
      const dots = smoothstep(0.95 - shadow * 0.75, 1.05 - shadow * 0.75, dotAt(x, y, distance)) * shadow;

      const isPurple = picture.data[at * 4]! > picture.data[at * 4 + 1]!;
      const less = isPurple ? WARMER * Math.max(face, features) : 0;
      const grey = light * gain * 255;

      for (let channel = 0; channel < 3; channel++) {
        const own = picture.data[at * 4 + channel]!;
        const green = picture.data[at * 4 + 1]!;
        const warm = channel === 2 && own > green ? mix(own, green, less) : own;
        const value = mix(warm, hue[channel]! * light, HUE * printed) * gain;
        const saturated = grey + (value - grey) * 1.32;
        bytes[at * 3 + channel] = mix(saturated * (1 - dots * 0.4), INK[channel]!, ink);
      }
    }
  }

  return bytes;
};

/** A halftone screen at 45 degrees: 1 at the centre of a dot, 0 between dots. */
function dotAt(x: number, y: number, distance: number): number {
  const along = ((x + y) * Math.SQRT1_2) / distance;
  const across = ((x - y) * Math.SQRT1_2) / distance;
  return Math.abs(Math.cos(along * Math.PI) * Math.cos(across * Math.PI));
}
