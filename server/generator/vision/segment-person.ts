import { loadModel, runModel } from './load-models.ts';
import type { Pixels } from './pixels.ts';
import { sharpFrom } from './pixels.ts';

/** The side of the square mask that `segmentPerson` returns. */
export const MASK_SIZE = 256;

/** How surely each place of a picture belongs to a person (0 to 1), as a square that spans the whole picture. */
export async function segmentPerson(picture: Pixels): Promise<Float32Array> {
  const model = await loadModel('selfie');
  const rgb = await sharpFrom(picture).resize(MASK_SIZE, MASK_SIZE, { fit: 'fill' }).raw().toBuffer();
  const [mask] = await runModel(model, { rgb, size: MASK_SIZE }, { from: 0, to: 1 });

  return Float32Array.from(mask!.data);
}
