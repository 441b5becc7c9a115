import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { GeneratedPic } from '../../../server/generator/generator.ts';
import { makePics } from '../../../server/generator/local/make-pics.ts';
import { findFaces } from '../../../server/generator/vision/find-subjects.ts';
import { aPhoto } from './a-photo.ts';

async function pics(request: { templateId: number; photo?: Uint8Array; count?: number; seed?: number }) {
  const { templateId, photo = await aPhoto(), count = 1, seed = 5 } = request;

  return makePics({ photos: [photo], templateId, count, seed }, () => {}, new AbortController().signal);
}

/** The mean difference of two pics, 0 to 255. */
async function difference(a: GeneratedPic, b: GeneratedPic): Promise<number> {
  const [first, second] = await Promise.all(
    [a, b].map(pic => sharp(pic.bytes).resize(96, 128, { fit: 'fill' }).raw().toBuffer()),
  );
  const sum = first!.reduce((total, value, index) => total + Math.abs(value - second![index]!), 0);

  return sum / first!.length;
}

describe('a pic', () => {
  it('shows the face of a photo that ends at the shoulders', async () => {
    const close = await aPhoto(photo =>
      photo.extract({ left: 100, top: 0, width: 250, height: 300 }).resize(1000),
    );
    const [pic] = await pics({ templateId: 2, photo: close });

    expect(await findFaces(pic!.bytes)).toBe(1);
  });

  it('shows the face of a photo that cuts the body at one side', async () => {
    const aside = await aPhoto(photo => photo.extract({ left: 150, top: 0, width: 330, height: 420 }));
    const [pic] = await pics({ templateId: 7, photo: aside });

    expect(await findFaces(pic!.bytes)).toBe(1);
  });
});

describe('the pics of one job', () => {
  it('differ visibly, show one face each, and are the same for the same seed alone', async () => {
    const made = await pics({ templateId: 4, count: 4, seed: 8 });
    const [again] = await pics({ templateId: 4, seed: 8 });
    const [other] = await pics({ templateId: 4, seed: 9 });

    for (const [index, pic] of made.entries()) {
      for (const one of made.slice(index + 1)) expect(await difference(pic, one)).toBeGreaterThan(8);
    }
    for (const { bytes } of made) expect(await findFaces(bytes)).toBe(1);
    expect(again!.bytes).toEqual(made[0]!.bytes);
    expect(await difference(made[0]!, other!)).toBeGreaterThan(4);
  });

  it('cannot be made from a photo without a face', async () => {
    const blank = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#cccccc' } })
      .jpeg()
      .toBuffer();

    await expect(pics({ templateId: 1, photo: blank })).rejects.toThrow('no face');
  });
});
