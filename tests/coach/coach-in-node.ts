import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { checkPhoto, type Findings } from '../../src/platform/coach/check-photo.ts';
import { inputSize, type Kernels, openFaceNet } from '../../src/platform/coach/face-net.ts';
import type { Pixels } from '../../src/platform/coach/shrink-grey.ts';

const folder = 'src/platform/coach';

/** Loads the coach from the app's files into Node. It inspects photos like the coach's worker in the browser. */
export async function openCoachInNode(): Promise<(photo: Uint8Array) => Promise<Findings>> {
  const [weights, code] = await Promise.all(
    ['face-weights.bin', 'face-kernels.wasm'].map(async name =>
      Uint8Array.from(await readFile(`${folder}/${name}`)),
    ),
  );
  const net = await openFaceNet(weights!.buffer, async memory => {
    const { instance } = await WebAssembly.instantiate(code!, { env: { memory } });
    return instance.exports as unknown as Kernels;
  });

  return async bytes => {
    const whole = await pixelsOf(sharp(bytes).rotate(), 1440);
    const raw = { raw: { width: whole.width, height: whole.height, channels: whole.channels } };
    const small = await pixelsOf(sharp(whole.data, raw), inputSize, true);
    return checkPhoto(net, {
      width: whole.width,
      height: whole.height,
      small,
      cut: ({ x, y, width, height }) => {
        const data = new Uint8Array(width * height * 3);
        for (let row = 0; row < height; row++) {
          const from = ((y + row) * whole.width + x) * 3;
          data.set(whole.data.subarray(from, from + width * 3), row * width * 3);
        }
        return { data, width, height, channels: 3 };
      },
    });
  };
}

async function pixelsOf(picture: Sharp, longSide: number, enlarge = false): Promise<Pixels> {
  const { data, info } = await picture
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: !enlarge })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}
