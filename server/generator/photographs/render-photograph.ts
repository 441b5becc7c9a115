import sharp from 'sharp';
import type { FlatGround, PhotographTemplate, PlaceGround, StudioGround, Tone } from '../catalogue/schema.ts';
import { brightnessOf, clamp, mix, smoothstep } from '../filters/math.ts';
import { createRandom } from '../random.ts';
import type { Pixels } from '../vision/pixels.ts';
import type { DevelopedPhoto } from './develop-photo.ts';
import type { Frame } from './frames.ts';
import { coded } from './light-of-eyes.ts';
import type { SoftGround } from './soft-ground.ts';

/** Maximum enlargement of a photo. */
const MOST_ENLARGED = 1.5;

/** Smaller tilts (radians) are not corrected, because a rotation blurs the photo slightly. */
const LEAST_TURN = 0.012;

/** Standard deviation of the grain added to the background, on a scale of 0 to 255. It hides banding in gradients. */
const GROUND_GRAIN = 1.6;

/** The inputs for a picture. `ground` is unused if the style has a flat background. */
export interface PhotographParts {
  photo: DevelopedPhoto;
  ground: SoftGround;
  frame: Frame;
  style: Pick<PhotographTemplate, 'ground' | 'tone'>;
  /** Maximum width in pixels. */
  mostWidth: number;
  /** Exact width in pixels, even if the photo must be enlarged for it. */
  width?: number;
  seed: number;
}

/** Composites the person onto the background and grades the colours. */
export async function renderPhotograph(parts: PhotographParts): Promise<Pixels> {
  const { frame, mostWidth } = parts;
  const composed = compose(parts);
  const width = parts.width ?? Math.round(Math.min(mostWidth, frame.width * MOST_ENLARGED));
  const height = Math.round((width * frame.height) / frame.width);
  const rgb = await sharp(composed.rgb, {
    raw: { width: composed.width, height: composed.height, channels: 3 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const picture = { rgb: new Uint8Array(rgb), width, height };
  finish(picture, parts.style.tone, parts.seed);
  return picture;
}

/**
 * Writes the background's colour (0 to 255). The position is given in pixels of the photo (x, y) and as fractions of
 * the picture (u, v).
 */
type Paint = (colour: Float64Array, x: number, y: number, u: number, v: number) => void;

function compose({ photo, ground, frame, style, mostWidth, seed }: PhotographParts): Pixels {
  const { person, eyes } = photo;
  // Reduce the photo first if it is larger than needed.
  const zoom = Math.max(1, frame.width / (mostWidth * 1.25));
  const width = Math.round(frame.width / zoom);
  const height = Math.round(frame.height / zoom);
  const rgb = new Uint8Array(width * height * 3);
  const isTurned = Math.abs(frame.angle) > LEAST_TURN || zoom > 1;
  const cos = isTurned ? Math.cos(frame.angle) : 1;
  const sin = isTurned ? Math.sin(frame.angle) : 0;
  const own = new Float64Array(4);
  const back = new Float64Array(3);
  const paint = painterOf(style.ground, photo, ground);
  const random = createRandom(seed);
  const grain = style.ground.kind === 'flat' ? 0 : GROUND_GRAIN * 2.4;

  for (let y = 0; y < height; y++) {
    const down = (y + 0.5 - frame.y * height) * zoom;
    for (let x = 0; x < width; x++) {
      const right = (x + 0.5 - frame.x * width) * zoom;
      const fromX = eyes.x + right * cos - down * sin;
      const fromY = eyes.y + right * sin + down * cos;
      samplePerson(person, photo, fromX, fromY, isTurned, own);
      const share = own[3]! / 255;
      const to = (y * width + x) * 3;
      if (share === 1) {
        for (let channel = 0; channel < 3; channel++) rgb[to + channel] = own[channel]!;
        continue;
      }
      paint(back, fromX, fromY, x / width, y / height);
      const noise = grain === 0 ? 0 : (random.next() + random.next() - 1) * grain;
      for (let channel = 0; channel < 3; channel++)
        rgb[to + channel] = clamp(own[channel]! * share + (back[channel]! + noise) * (1 - share), 0, 255);
    }
  }
  return { rgb, width, height };
}

function painterOf(
  kind: PlaceGround | StudioGround | FlatGround,
  photo: DevelopedPhoto,
  ground: SoftGround,
): Paint {
  if (kind.kind === 'flat') return colour => colour.set(kind.colour);
  const side = clamp(photo.light.x * 2.5, -1, 1);
  return kind.kind === 'place'
    ? paintPlace(kind, ground, side || 1)
    : paintStudio(kind, ground, side, photo.standsPlain ? FOLLOWS_PLAIN : FOLLOWS);
}

function paintPlace(
  { gain = 1, tinted = 0, colour: tint, sun }: PlaceGround,
  ground: SoftGround,
  side: number,
): Paint {
  const raise = (value: number) =>
    gain <= 1 ? value * gain : 255 * (1 - (1 - Math.min(1, value / 255)) ** gain);
  return (colour, x, y, u, v) => {
    sampleGround(ground, x, y, colour);
    for (let channel = 0; channel < 3; channel++) colour[channel] = raise(colour[channel]!);
    const bright = brightnessOf(colour[0]!, colour[1]!, colour[2]!);
    for (let channel = 0; channel < 3; channel++)
      colour[channel] = mix(colour[channel]!, (bright * (tint?.[channel] ?? 255)) / 255, tinted);
    if (!sun) return;
    const near = smoothstep(1.1, 0, Math.hypot(u - 0.5 - Math.sign(side) * 0.55, (v - 0.15) * 1.1));
    // On a dark background, low sunlight would look like fog, so reduce its effect there.
    const share = near * (0.22 + (0.4 * bright) / 255);
    for (let channel = 0; channel < 3; channel++)
      colour[channel] = 255 - (255 - Math.min(255, colour[channel]!)) * (1 - (sun[channel]! / 255) * share);
  };
}

/**
 * A studio backdrop takes over some of the brightness of the photo's background, so that the edges of hair blend in:
 * the fraction `share` of the difference (at most `most`), and the fraction `variation` of the structure.
 * `FOLLOWS_PLAIN` is for cut-outs with clean edges, which need less.
 */
const FOLLOWS = { share: 0.8, most: 70, variation: 0.7 };
const FOLLOWS_PLAIN = { share: 0.3, most: 50, variation: 0.12 };

/** Strength with which a backdrop darkens towards its borders, and brightens towards the light. */
const FALL_OFF = 0.5;
const KEY = 0.1;

function paintStudio(
  { colour: tint }: StudioGround,
  ground: SoftGround,
  side: number,
  follows: typeof FOLLOWS,
): Paint {
  const wanted = brightnessOf(...tint);
  const base = wanted + clamp(ground.mean - wanted, -follows.most, follows.most) * follows.share;
  return (colour, x, y, u, v) => {
    sampleGround(ground, x, y, colour);
    const own = brightnessOf(colour[0]!, colour[1]!, colour[2]!) - ground.mean;
    const fall = 1 - FALL_OFF * ((u - 0.5 - side * 0.12) ** 2 + (v - 0.42) ** 2);
    const bright = Math.max(6, base + own * follows.variation) * fall * (1 + KEY * side * (2 * u - 1));
    const times = bright / wanted;
    // Desaturate a colour that is brightened a lot, because it would look gaudy.
    const pale = smoothstep(1, 2.4, times) * 0.6;
    for (let channel = 0; channel < 3; channel++)
      colour[channel] = Math.min(255, mix(tint[channel]! * times, bright, pale));
  };
}

function sampleGround(
  { light, width, height, scale, left, top }: SoftGround,
  x: number,
  y: number,
  to: Float64Array,
): void {
  const fromX = clamp(x * scale - 0.5 + left, 0, width - 1.01);
  const fromY = clamp(y * scale - 0.5 + top, 0, height - 1.01);
  const column = Math.floor(fromX);
  const row = Math.floor(fromY);
  const partX = fromX - column;
  const partY = fromY - row;
  const at = (row * width + column) * 3;
  const below = at + width * 3;
  for (let channel = 0; channel < 3; channel++) {
    const upper = light[at + channel]! * (1 - partX) + light[at + 3 + channel]! * partX;
    const lower = light[below + channel]! * (1 - partX) + light[below + 3 + channel]! * partX;
    to[channel] = coded(upper + (lower - upper) * partY);
  }
}

function samplePerson(
  person: Uint8Array,
  { width, height }: Pixels,
  x: number,
  y: number,
  isTurned: boolean,
  to: Float64Array,
): void {
  to[3] = 0;
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  if (!isTurned) {
    const at = (Math.floor(y) * width + Math.floor(x)) * 4;
    for (let channel = 0; channel < 4; channel++) to[channel] = person[at + channel]!;
    return;
  }
  const fromX = clamp(x - 0.5, 0, width - 1.001);
  const fromY = clamp(y - 0.5, 0, height - 1.001);
  const column = Math.floor(fromX);
  const row = Math.floor(fromY);
  const at = (row * width + column) * 4;
  const partX = fromX - column;
  const partY = fromY - row;
  const below = at + width * 4;
  const a = person[at + 3]! * (1 - partX) * (1 - partY);
  const b = person[at + 7]! * partX * (1 - partY);
  const c = person[below + 3]! * (1 - partX) * partY;
  const d = person[below + 7]! * partX * partY;
  const opacity = a + b + c + d;
  if (opacity === 0) return;
  to[3] = opacity;
  for (let channel = 0; channel < 3; channel++)
    to[channel] =
      (person[at + channel]! * a +
        person[at + 4 + channel]! * b +
        person[below + channel]! * c +
        person[below + 4 + channel]! * d) /
      opacity;
}

/** Applies gains, saturation, tone curve, vignette and grain in place. */
function finish({ rgb, width, height }: Pixels, tone: Tone, seed: number): void {
  const { gains = [1, 1, 1], saturation = 1, contrast = 0, fade = 0, grain = 0, vignette = 0 } = tone;
  const random = createRandom(seed);
  const curve = Float32Array.from({ length: 256 }, (_, value) => {
    const part = value / 255;
    const bent = mix(part, part * part * (3 - 2 * part), contrast) * 255;
    return fade + bent * (1 - (fade * 1.5) / 255);
  });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const bright = brightnessOf(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!);
      const corner = vignette === 0 ? 1 : 1 - vignette * ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2);
      const noise = grain === 0 ? 0 : (random.next() + random.next() - 1) * grain * 2.4;
      for (let channel = 0; channel < 3; channel++) {
        const value = (bright + (rgb[at + channel]! - bright) * saturation) * gains[channel]! * corner;
        rgb[at + channel] = clamp(curve[Math.round(clamp(value, 0, 255))]! + noise, 0, 255);
      }
    }
  }
}
