import type { Canvas, Size } from '../filters/canvas.ts';
import { clamp, mix, smoothstep } from '../filters/math.ts';
import type { Plane } from '../portrait/box-blur.ts';
import type { CutOut } from '../portrait/cut-out.ts';
import { expose } from '../portrait/exposure.ts';
import { type Place, placePerson, turnInto } from '../portrait/place-person.ts';
import type { Colour } from '../scenes/colour.ts';
import { bodyUnder } from './body-place.ts';
import type { Surface } from './costume.ts';
import { drawCostume } from './draw-costume.ts';
import { lightCloth } from './light-cloth.ts';
import { threadsOf } from './thread.ts';
import { wardrobe } from './wardrobe.ts';
import type { Worn } from './worn.ts';

/** `gloss`: strength of a surface's specular highlights (0 to 1). `sharpness`: how small the highlights are. */
const SHINE: Record<Surface, { gloss: number; sharpness: number }> = {
  cotton: { gloss: 0, sharpness: 1 },
  wool: { gloss: 0.03, sharpness: 8 },
  knit: { gloss: 0, sharpness: 1 },
  silk: { gloss: 0.24, sharpness: 14 },
  leather: { gloss: 0.5, sharpness: 26 },
  shell: { gloss: 0.2, sharpness: 16 },
  metal: { gloss: 0.75, sharpness: 40 },
};

/** Channel exponents for shade on skin. Shade is warm, so red darkens less than blue. */
const WARM: Colour = [0.86, 1.04, 1.12];

/** Factor that darkens the inside of an open collar. */
const BEHIND = 0.6;

/**
 * Draws a person's own head and neck on a body in a costume, with the photo's light and a good exposure. Returns four
 * bytes per pixel.
 */
export async function dressPerson(
  canvas: Canvas,
  { cutOut, place, worn, turn }: { cutOut: CutOut; place: Place; worn: Worn; turn: number },
): Promise<Uint8Array> {
  const { width, height } = canvas;
  const half = { width: width / 2, height: height / 2 };
  const costume = wardrobe[worn.costume];
  const { split, light, exposure } = cutOut;
  const exposed = Float32Array.from({ length: 256 }, (_, value) => expose(value, exposure));
  const colourOf = (colour: Colour) =>
    colour.map(value => exposed[clamp(Math.round(value), 0, 255)]!) as Colour;
  const body = bodyUnder(cutOut.mesh, place, turn);
  const [photo, drawn] = await Promise.all([
    placePerson(canvas, cutOut, place),
    drawCostume(canvas, costume, {
      colours: worn.colours,
      skin: colourOf(split.neckSkin),
      body,
      seed: worn.seed,
    }),
  ]);
  const parts = placeParts(canvas, cutOut, place);

  const outline = new Float32Array(half.width * half.height);
  const relief = new Float32Array(outline.length);
  const headSmall = new Float32Array(outline.length);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const at = y * half.width + x;
      const from = 2 * y * width + 2 * x;
      outline[at] = Math.max(drawn.front[from * 4 + 3]!, drawn.neck[at * 4 + 3]!) / 255;
      relief[at] = (drawn.relief[at]! - 128) / 127;
      headSmall[at] = (parts[from * 2]! * photo[from * 4 + 3]!) / 65025;
    }
  }
  const cloth = lightCloth({ outline, relief, head: headSmall }, half, (body.unit * 100) / 2, light);
  const shade = doublePlane(cloth.shade, half);
  const mirror = doublePlane(cloth.mirror, half);
  const up = costume.surface === 'metal' ? doublePlane(cloth.up, half) : undefined;
  const threads = threadsOf(costume.surface);
  const { gloss, sharpness } = SHINE[costume.surface];
  const [cos, sin] = [Math.cos(body.tilt) / body.unit, Math.sin(body.tilt) / body.unit];
  const person = new Uint8ClampedArray(canvas.pixels * 4);
  const colour: Colour = [0, 0, 0];

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const from = at * 4;
      const own = (parts[at * 2]! * photo[from + 3]!) / 65025;
      if (own < 0.996) {
        const share = drawn.front[from + 3]! / 255;
        const small = ((y >> 1) * half.width + (x >> 1)) * 4;
        const behind = drawn.back[from + 3]!;
        const drawnNeck = drawn.neck[small + 3]!;
        const light = share > 0 || behind > 0 || drawnNeck > 0 ? shade(x, y) : 0;
        // Opaque cloth hides everything below it, so compute the layers below only if the cloth is not opaque.
        if (share < 1) {
          if (behind > 0) {
            for (let channel = 0; channel < 3; channel++)
              colour[channel] = drawn.back[from + channel]! * BEHIND * Math.min(1, light);
            layOver(person, from, colour, behind / 255);
          }
          if (drawnNeck > 0) {
            const dim = clamp(light, 0.3, 1.15);
            for (let channel = 0; channel < 3; channel++)
              colour[channel] = drawn.neck[small + channel]! * dim ** WARM[channel]!;
            layOver(person, from, colour, drawnNeck / 255);
          }
          if (parts[at * 2 + 1]! > 0) {
            for (let channel = 0; channel < 3; channel++) colour[channel] = exposed[photo[from + channel]!]!;
            layOver(person, from, colour, (parts[at * 2 + 1]! * photo[from + 3]!) / 65025);
          }
        }
        if (share > 0) {
          const [right, down] = [x - body.x, y - body.y];
          const thread = threads?.(right * cos + down * sin, down * cos - right * sin) ?? 0;
          const glint = gloss > 0 ? gloss * 170 * mirror(x, y) ** sharpness * smoothstep(0.5, 1.1, light) : 0;
          const lit = up ? metal(up(x, y), light) : light;
          for (let channel = 0; channel < 3; channel++)
            colour[channel] = drawn.front[from + channel]! * lit * (1 + thread) + glint;
          layOver(person, from, colour, share);
        }
      }
      if (own > 0.004) {
        for (let channel = 0; channel < 3; channel++) colour[channel] = exposed[photo[from + channel]!]!;
        layOver(person, from, colour, own);
      }
    }
  }
  return new Uint8Array(person.buffer);
}

/** Two bytes per pixel of the canvas: the opacities of head and neck. */
function placeParts(canvas: Canvas, { split, eyes }: CutOut, place: Place): Uint8Array {
  const { parts: data, width, height, scale } = split;
  const from = { x: eyes.x * scale - 0.5, y: eyes.y * scale - 0.5 };
  const turning = { eyes: from, scale: scale / place.scale, lowest: height };
  return turnInto(canvas, place, { data, width, height, channels: 2, ...turning });
}

/** Reflections on metal: a bright sky above, a dark horizon and the ground below. */
function metal(up: number, light: number): number {
  const sky = 0.55 + 0.75 * smoothstep(-0.05, 0.5, up) + 0.4 * smoothstep(-0.2, -0.7, up);
  const horizon = 1 - 0.3 * smoothstep(0.14, 0, Math.abs(up - 0.02));
  return sky * horizon * mix(0.6, 1, Math.min(1.3, light));
}

/**
 * Samples a plane at twice its size, pixel by pixel, because an enlarged copy would have to be garbage-collected after
 * each picture.
 */
function doublePlane(plane: Plane, { width, height }: Size): (x: number, y: number) => number {
  return (x, y) => {
    const near = (y >> 1) * width;
    const far = clamp((y >> 1) + (y % 2 === 0 ? -1 : 1), 0, height - 1) * width;
    const column = x >> 1;
    const beside = clamp(column + (x % 2 === 0 ? -1 : 1), 0, width - 1);
    const sum =
      plane[near + column]! * 9 + plane[near + beside]! * 3 + plane[far + column]! * 3 + plane[far + beside]!;
    return Math.fround(sum / 16);
  };
}

/** Blends a colour over a pixel. `share` (0 to 1) is the colour's opacity. */
function layOver(rgba: Uint8ClampedArray, from: number, colour: Colour, share: number): void {
  const below = (rgba[from + 3]! / 255) * (1 - share);
  const total = share + below;
  if (total <= 0) return;

  for (let channel = from; channel < from + 3; channel++) {
    rgba[channel] = (colour[channel - from]! * share + rgba[channel]! * below) / total;
  }
  rgba[from + 3] = total * 255;
}
