/**
 * Makes Home's pictures in public/home from the test portrait: `npx tsx scripts/pics/home-pics.ts`. Takes some minutes.
 * The background is half photo and half picture, and `background-other` has the halves the other way round; the steps
 * are a photo, its styles and a finished picture. Browsers without AVIF use the WebP files.
 */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { makePics } from '../../server/generator/local/make-pics.ts';
import { EYES } from '../../server/generator/vision/face-contours.ts';
import { findSubjects } from '../../server/generator/vision/find-subjects.ts';
import { type Point, readPixels } from '../../server/generator/vision/pixels.ts';
import { readOptions } from '../options.mjs';

readOptions({});

/** Template of the background, with the picture of its set and the redo whose heads have room above. */
const poster = { templateId: 25, shot: 3, redo: 1 };
/** Templates of the picture of styles, left to right. */
const styles = [18, 60, 22];
/** Sizes in pixels, and qualities that keep the first visit within its budget of bytes. */
const background = { width: 448, avif: 20, webp: 20 };
const step = { width: 216, height: 162, avif: 32, webp: 45 };
/** Width of the picture's printed border, as a share of its width. */
const border = 0.05;
/** Pixels added around the photo, because the picture shows more than the photo. */
const room = 200;
/** Filter sizes in pixels that remove the printed lines of the picture, and the photo's noise: both cost bytes. */
const smooth = { pic: 7, photo: 3 };

const portrait = readFileSync('tests/testdata/astronaut.png');

async function make(templateId: number, shot = 0, redo = 0): Promise<Buffer> {
  const request = { photos: [new Uint8Array(portrait)], templateId, count: shot + 1, seed: 5, redo };
  const pics = await makePics(request, () => {}, new AbortController().signal);
  return Buffer.from(pics[shot]!.bytes);
}

/** The midpoint between the eyes, their distance, and the tilt in radians; in pixels of the encoded picture. */
async function eyesOf(bytes: Buffer): Promise<Point & { distance: number; tilt: number }> {
  const pixels = await readPixels(new Uint8Array(bytes));
  const scale = (await sharp(bytes).metadata()).width / pixels.width;
  const [subject] = await findSubjects(pixels);
  const middle = (points: Point[]): Point => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  });
  const eyes = EYES.map(eye => middle(eye.map(index => subject!.mesh.points[index]!)));
  const [left, right] = eyes as [Point, Point];
  const { x, y } = middle(eyes);
  const [dx, dy] = [right.x - left.x, right.y - left.y];
  return { x: x * scale, y: y * scale, distance: Math.hypot(dx, dy) * scale, tilt: Math.atan2(dy, dx) };
}

/** Cuts the same part from photo and picture, with the eyes in the same place, in the middle of the width. */
async function cutAlike(photo: Buffer, pic: Buffer): Promise<{ before: Buffer; after: Buffer }> {
  const [from, to] = await Promise.all([eyesOf(photo), eyesOf(pic)]);
  const edge = border * (await sharp(pic).metadata()).width;
  const width = Math.round(2 * (Math.min(to.x, edge / border - to.x) - edge));
  const part = { width, height: Math.round((width * 4) / 3) };

  const side = (await sharp(photo).metadata()).width + 2 * room;
  const wide = await sharp(photo)
    .extend({ top: room, bottom: room, left: room, right: room, extendWith: 'copy' })
    .png()
    .toBuffer();
  // Above the photo, its upper edge goes on as stripes.
  const above = await sharp(wide).extract({ left: 0, top: 0, width: side, height: room }).blur(24).toBuffer();
  const size = to.distance / from.distance;
  const [cos, sin] = [Math.cos(to.tilt - from.tilt) * size, Math.sin(to.tilt - from.tilt) * size];
  // sharp moves the turned photo into the positive quadrant.
  const turn = ({ x, y }: Point): Point => ({
    x: cos * x - sin * y - Math.min(0, -sin * side),
    y: sin * x + cos * y - Math.min(0, sin * side),
  });
  const eyes = turn({ x: from.x + room, y: from.y + room });
  const turned = await sharp(
    await sharp(wide)
      .composite([{ input: above, left: 0, top: 0 }])
      .png()
      .toBuffer(),
  )
    .affine([cos, -sin, sin, cos])
    .png()
    .toBuffer();
  const cut = (bytes: Buffer, { x, y }: Point) =>
    sharp(bytes)
      .extract({ left: Math.round(x - width / 2), top: Math.round(y - (to.y - edge)), ...part })
      .png()
      .toBuffer();
  return {
    before: await cut(turned, eyes),
    after: await sharp(await cut(pic, to))
      .median(smooth.pic)
      .toBuffer(),
  };
}

/** Puts pictures of the same height next to each other, with `gap` white pixels between them. */
async function inRow(pics: Buffer[], { width, height }: { width: number; height: number }, gap: number) {
  const each = Math.round((width - gap * (pics.length - 1)) / pics.length);
  const tiles = await Promise.all(
    pics.map(pic => sharp(pic).resize(each, height, { position: 'top' }).png().toBuffer()),
  );
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(tiles.map((input, place) => ({ input, top: 0, left: place * (each + gap) })))
    .png()
    .toBuffer();
}

const halfOf = async (bytes: Buffer, isLeft: boolean): Promise<Buffer> => {
  const { width, height } = await sharp(bytes).metadata();
  const half = Math.round(width / 2);
  return sharp(bytes)
    .extract({ left: isLeft ? 0 : half, top: 0, width: half, height })
    .toBuffer();
};

async function save(name: string, bytes: Buffer, quality: { avif: number; webp: number }): Promise<void> {
  const file = `public/home/${name}`;
  const { size } = await sharp(bytes).avif({ quality: quality.avif, effort: 9 }).toFile(`${file}.avif`);
  await sharp(bytes).webp({ quality: quality.webp, effort: 6 }).toFile(`${file}.webp`);
  console.warn(`${file}.avif: ${size} bytes`);
}

const pic = await make(poster.templateId, poster.shot, poster.redo);
const { before, after } = await cutAlike(portrait, pic);
const whole = { width: background.width, height: Math.round((background.width * 4) / 3) };
const photo = await sharp(before).resize(whole).median(smooth.photo).toBuffer();
const picture = await sharp(after).resize(whole).toBuffer();
await save(
  'background',
  await inRow([await halfOf(photo, true), await halfOf(picture, false)], whole, 0),
  background,
);
await save(
  'background-other',
  await inRow([await halfOf(picture, true), await halfOf(photo, false)], whole, 0),
  background,
);

/** The part of a 3:4 picture around its face, in the steps' shape. */
const face = async (bytes: Buffer, top: number) => {
  const { width } = await sharp(bytes).metadata();
  return sharp(bytes)
    .extract({ left: 0, top: Math.round(top * width), width, height: Math.round(width * 0.75) })
    .resize(step.width, step.height)
    .png()
    .toBuffer();
};
await save(
  'step-upload',
  await face(await sharp(portrait).extract({ left: 24, top: 0, width: 420, height: 512 }).toBuffer(), 0),
  step,
);
await save('step-choose', await inRow(await Promise.all(styles.map(id => make(id))), step, 3), step);
await save('step-download', await face(after, 0.14), step);
process.exit();
