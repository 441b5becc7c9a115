import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { Type } from 'typebox';
import Value from 'typebox/value';
import { mix, smoothstep } from '../filters/math.ts';
import { loadModelFile, runModel } from '../vision/load-models.ts';
import { type Pixels, type Point, sharpFrom } from '../vision/pixels.ts';
import { boxBlur, type Plane } from './box-blur.ts';

/** The file `matte.json`, which describes a matting network that an operator provides. */
const Description = Type.Object({
  /** File of a TensorFlow.js graph model, in the same folder. */
  graph: Type.String(),
  /** Names of the input (1 × size × size × 3) and of the output with the opacity (one channel, 0 to 1). */
  input: Type.String(),
  output: Type.String(),
  size: Type.Integer({ minimum: 64, maximum: 1024 }),
  /** Values of black and white in the input. */
  range: Type.Object({ from: Type.Number(), to: Type.Number() }),
  /** Values of further inputs, each a single number. */
  numbers: Type.Optional(Type.Record(Type.String(), Type.Number())),
});

/** The area that the network sees around the eyes, in eye distances. */
const SEEN = { aside: 2.6, above: 2.6, below: 2.6 };

/** The network's opacity is used down to the first distance below the eyes, and fades out to the second. */
const CHIN = { from: 0.9, to: 1.2 };

/** Other people that the network sees are kept out: the person's own mask must be within this distance. */
const NEAR = 0.3;

let folder: string | undefined;

/** Sets the folder of the operator's network for this process or worker thread; undefined for none. */
export function setMatteFolder(path: string | undefined): void {
  folder = path;
}

/** The opacity of the operator's network replaces ours above the chin, if there is such a network. `rough` is our mask. */
export async function withOwnMatte(
  opacity: Plane,
  pixels: Pixels,
  { rough, eyes, eyeDistance }: { rough: Plane; eyes: Point; eyeDistance: number },
): Promise<Plane> {
  if (folder === undefined) return opacity;
  const left = Math.max(0, Math.round(eyes.x - SEEN.aside * eyeDistance));
  const top = Math.max(0, Math.round(eyes.y - SEEN.above * eyeDistance));
  const width = Math.min(pixels.width, Math.round(eyes.x + SEEN.aside * eyeDistance)) - left;
  const height = Math.min(pixels.height, Math.round(eyes.y + SEEN.below * eyeDistance)) - top;
  const found = await findOpacity(folder, pixels, { left, top, width, height });
  const near = boxBlur(rough, pixels, Math.max(1, Math.round(NEAR * eyeDistance)));
  const result = opacity.slice();

  for (let y = 0; y < height; y++) {
    const below = (y + top - eyes.y) / eyeDistance;
    const share = smoothstep(CHIN.to, CHIN.from, below);
    for (let x = 0; x < width; x++) {
      const at = (y + top) * pixels.width + x + left;
      const own = (found[y * width + x]! / 255) * smoothstep(0.02, 0.12, near[at]!);
      result[at] = mix(opacity[at]!, own, share);
    }
  }
  return result;
}

/** Runs the network on a part of the picture. Returns the opacity of each pixel as a byte. */
async function findOpacity(
  matteFolder: string,
  pixels: Pixels,
  area: { left: number; top: number; width: number; height: number },
): Promise<Uint8Array> {
  const file = join(matteFolder, 'matte.json');
  try {
    const description = Value.Parse(Description, JSON.parse(await readFile(file, 'utf8')));
    const { graph, input, output, size, range, numbers = {} } = description;
    const model = await loadModelFile(join(matteFolder, graph));
    const rgb = await sharpFrom(pixels).extract(area).resize(size, size, { fit: 'fill' }).raw().toBuffer();
    const [found] = await runModel(model, { rgb, size }, range, { input, output, numbers });
    if (found!.data.length !== size * size)
      throw new Error(`The output has ${found!.data.length} values, not ${size} × ${size}`);
    const mask = Uint8ClampedArray.from(found!.data, value => value * 255);
    return await sharp(mask, { raw: { width: size, height: size, channels: 1 } })
      .resize(area.width, area.height, { fit: 'fill' })
      .extractChannel(0)
      .raw()
      .toBuffer();
  } catch (error) {
    throw new Error(`The network of MATTE_MODEL failed (${file})`, { cause: error });
  }
}
