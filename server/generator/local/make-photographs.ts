import sharp from 'sharp';
import type { PhotographTemplate } from '../catalogue/schema.ts';
import type { GeneratedPic, OnPic } from '../generator.ts';
import { type DevelopedPhoto, developPhoto } from '../photographs/develop-photo.ts';
import { frameOf, framingOf } from '../photographs/frames.ts';
import { makeIdPhotos } from '../photographs/id-photos.ts';
import { renderPhotograph } from '../photographs/render-photograph.ts';
import { type SoftGround, softGround } from '../photographs/soft-ground.ts';
import { readPixels } from '../vision/pixels.ts';
import type { ChosenPerson } from './choose-people.ts';

/** Maximum width of a finished photograph, in pixels. */
const MOST_WIDTH = 1536;

/** Photos are reduced to this length of their longer side (pixels). The app uploads them at this size. */
const LONGEST_SIDE = 2048;

const QUALITY = 90;

interface Making {
  count: number;
  seed: number;
  redo?: number;
  onProgress(percent: number): void;
  onPic: OnPic;
  signal: AbortSignal;
}

interface Developed {
  photo: DevelopedPhoto;
  ground: SoftGround;
}

/** Rejects with the signal's reason as soon as the current step ends, if the signal is aborted. */
export async function makePhotographs(
  people: ChosenPerson[],
  style: PhotographTemplate,
  { count, seed, redo = 0, onProgress, onPic, signal }: Making,
): Promise<GeneratedPic[]> {
  const developed = new Map<ChosenPerson, Promise<Developed>>();
  const develop = (person: ChosenPerson) => {
    const known = developed.get(person) ?? developPerson(person);
    developed.set(person, known);
    return known;
  };
  const personAt = (index: number) => people[(index + redo) % people.length]!;
  const { photo, ground } = await develop(personAt(0));
  signal.throwIfAborted();
  onProgress(40);
  if (style.ground.kind === 'flat') return makeIdPhotos(photo, ground, style, { count, onPic });

  const pics: GeneratedPic[] = [];
  for (let index = 0; index < count; index++) {
    const { photo, ground } = await develop(personAt(index));
    const frame = frameOf(photo, framingOf(index, redo));
    const parts = { photo, ground, frame, style, mostWidth: MOST_WIDTH, seed: seed + index };
    const { rgb, width, height } = await renderPhotograph(parts);
    const bytes = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: QUALITY, progressive: true })
      .toBuffer();
    signal.throwIfAborted();
    const pic: GeneratedPic = { bytes, type: 'image/jpeg', width, height };
    pics.push(pic);
    onPic(pic);
    onProgress(Math.round(40 + ((index + 1) / count) * 60));
  }
  return pics;
}

export async function developPerson({ bytes, photo: reduced, cutOut }: ChosenPerson): Promise<Developed> {
  const [large, cut] = await Promise.all([readPixels(bytes, LONGEST_SIDE), cutOut()]);
  const photo = await developPhoto(large, cut, reduced.width);
  return { photo, ground: await softGround(photo) };
}
