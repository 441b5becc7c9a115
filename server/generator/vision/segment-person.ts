import { loadModel, runModel } from './load-models.ts';
import type { Pixels } from './pixels.ts';
import { sharpFrom } from './pixels.ts';

/** Side in pixels of the square mask that `segmentPerson` returns. */
export const MASK_SIZE = 256;

/** Returns the confidence (0 to 1) that each pixel belongs to a person, as a square mask of the whole picture. */
export async function segmentPerson(picture: Pixels): Promise<Float32Array> {
  const model = await loadModel('selfie');
  const rgb = await sharpFrom(picture).resize(MASK_SIZE, MASK_SIZE, { fit: 'fill' }).raw().toBuffer();
  const [mask] = await runModel(model, { rgb, size: MASK_SIZE }, { from: 0, to: 1 });

  return Float32Array.from(mask!.data);
}
