import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { makePics } from '../../../server/generator/local/make-pics.ts';
import { templates } from '../../../server/generator/templates.ts';
import { findFaces } from '../../../server/generator/vision/find-subjects.ts';
import { isLong } from '../../support/is-long.ts';
import { aPhoto } from './a-photo.ts';

/** The quickest hand. */
const templateId = templates.find(({ hand }) => hand === 'ink')!.id;

function pics(photos: Uint8Array[], count: number) {
  return makePics({ photos, templateId, count, seed: 8 }, () => {}, new AbortController().signal);
}

type Pics = Awaited<ReturnType<typeof pics>>;
/** What each photo alone would become, in its place; the short form makes the first of them. */
let alone: Pics;
let both: Pics;
beforeAll(async () => {
  const nearer = await aPhoto(photo =>
    photo.extract({ left: 60, top: 0, width: 340, height: 400 }).resize(900),
  );
  alone = await pics([await aPhoto()], 1);
  if (isLong) alone.push(...(await pics([nearer], 2)).slice(1));
  both = await pics([await aPhoto(), nearer], 2);
});

it('the pics of a job are large and show one face each', async () => {
  for (const { bytes } of both) {
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1152, height: 1536 });
    expect(bytes.length).toBeGreaterThan(100_000);
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await findFaces(bytes)).toBe(1);
  }
});

it('of two photos the first pic shows the front photo, the second the other one, the same for the same seed', () => {
  for (const [place, pic] of alone.entries()) expect(both[place]!.bytes).toEqual(pic.bytes);
  expect(both[1]!.bytes).not.toEqual(both[0]!.bytes);
});

it('a photo without a face becomes no pic', async () => {
  const blank = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#cccccc' } })
    .jpeg()
    .toBuffer();

  await expect(pics([blank], 1)).rejects.toThrow('no face');
});
