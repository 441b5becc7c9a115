import sharp, { type Region } from 'sharp';
import { expect, test } from 'vitest';
import type { GeneratedPic } from '../../../server/generator/generator.ts';
import { asPic } from '../../../server/generator/remote/remote-pictures.ts';
import { labelPic, type PicLabel } from '../../../server/labels/label-pic.ts';
import { drawCard } from '../../../server/share-cards/card-cache.ts';
import type { TryOnRequest } from '../../../server/try-ons/try-on-drawer.ts';
import { plain } from '../support/a-photo.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { createJob, finishedJob, picsOf, uploadPhotos } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const label: PicLabel = { mark: 'small', producer: 'Smith & Söhne <AI>', id: 'a1b2', language: 'en' };

async function plainPic(background: string, width = 1152, height = 1536): Promise<GeneratedPic> {
  const bytes = await plain(width, height, background).jpeg().toBuffer();
  return { bytes, type: 'image/jpeg', width, height };
}

/** A pic with camera data, which a careless generator might return. */
async function picWithCameraData(): Promise<GeneratedPic> {
  const plain = await plainPic('#35648a');
  const bytes = await sharp(plain.bytes)
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
    .toBuffer();
  return { ...plain, bytes };
}

/** Returns the AIGC field of China's standard as readers parse it. */
async function aigcOf({ bytes }: GeneratedPic) {
  const { xmp } = await sharp(bytes).metadata();
  const [, text] = /<TC260:AIGC>(.*)<\/TC260:AIGC>/.exec(String(xmp))!;
  return JSON.parse(text!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)));
}

test('the label’s metadata say that AI made the pic and who produced it, in IPTC’s and China’s formats', async () => {
  const pic = await labelPic(await picWithCameraData(), { ...label, mark: '0' });
  const { xmp } = await sharp(pic.bytes).metadata();

  expect(String(xmp)).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia');
  expect(await aigcOf(pic)).toMatchObject({ Label: '1', ContentProducer: label.producer, ProduceID: 'a1b2' });
});

test('a labelled pic contains no camera data and no location', async () => {
  const pic = await picWithCameraData();
  expect((await sharp(pic.bytes).metadata()).exif).toBeDefined();

  const { bytes } = await labelPic(pic, label);
  const { exif, iptc, width, height } = await sharp(bytes).metadata();
  expect({ exif, iptc, width, height }).toEqual({ width: 1152, height: 1536 });
  expect(Buffer.from(bytes).includes('Camera')).toBe(false);
});

test.each([
  ['small', 'has'],
  ['0', 'does not have'],
] as const)('with AI_LABEL=%s a pic %s a mark in its lower right corner', async (mark, _) => {
  const { bytes } = await labelPic(await picWithCameraData(), { ...label, mark });
  const corner = { left: 1052, top: 1456, width: 100, height: 80 };
  const { channels } = await sharp(await sharp(bytes).extract(corner).toBuffer()).stats();

  expect(Math.max(...channels.map(({ stdev }) => stdev)) > 10).toBe(mark === 'small');
});

const standard = async (pic: GeneratedPic, language: PicLabel['language']) =>
  (await labelPic(pic, { ...label, mark: 'standard', language })).bytes;

test.each([
  ['en', 576, 768],
  ['zh', 576, 768],
  ['en', 768, 512],
  ['zh', 512, 512],
] as const)(
  'the visible label in %s at %i × %i px is large enough and readable on any background, in all sizes and on the card',
  async (language, width, height) => {
    const black = await standard(await plainPic('#000000', width, height), language);
    const letters = await lettersOnBlack(black);
    expect(letters.height / Math.min(width, height)).toBeGreaterThanOrEqual(0.05);
    for (const ground of ['#000000', '#7f7f7f', '#ffffff']) {
      const picture = await standard(await plainPic(ground, width, height), language);
      // WCAG's minimum contrast for text.
      expect(await contrastOf(letters, picture)).toBeGreaterThanOrEqual(4.5);
    }

    const small = await sharp(black).resize(320).png().toBuffer();
    expect((await lettersOnBlack(small)).height / (320 * Math.min(1, height / width))).toBeGreaterThanOrEqual(
      0.05,
    );
    const card = await drawCard(black);
    const size = await sharp(card).metadata();
    const inside = { left: 76, top: 76, width: size.width - 152, height: size.height - 76 - 196 };
    const onCard = await lettersOnBlack(card, inside);
    expect(onCard.height / Math.min(size.width, size.height)).toBeGreaterThanOrEqual(0.05);
  },
);

test.each([
  ['a face in the lower right corner', [{ x: 800, y: 1100, width: 340, height: 420 }], ['left', 'bottom']],
  ['a face along the whole lower border', [{ x: 0, y: 700, width: 1152, height: 836 }], ['right', 'top']],
] as const)('%s is not covered by the visible label', async (_, faces, [side, end]) => {
  const pic = { ...(await plainPic('#000000')), faces: [...faces] };
  const { x, y } = await lettersOnBlack(await standard(pic, 'zh'));
  expect([x < 576 ? 'left' : 'right', y < 768 ? 'top' : 'bottom']).toEqual([side, end]);
});

const upstream = {
  Label: '1',
  ContentProducer: 'model-"house',
  ProduceID: 'p-7',
  ReservedCode1: 's',
  ContentPropagator: 'cdn',
};

/** A service's pic whose EXIF data contain this text. */
const withExif = (ImageDescription: string) =>
  plain(80, 80).withExif({ IFD0: { ImageDescription } }).jpeg().toBuffer();

test.each<[string, (json: string) => Promise<Buffer>]>([
  [
    'XMP',
    json =>
      plain(80, 80)
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/" a="${json.replaceAll('"', '&quot;')}"/>`)
        .jpeg()
        .toBuffer(),
  ],
  ['EXIF', json => withExif(`{"AIGC":${json}}`)],
])(
  'if the service left a label in %s, the label names the service as producer and the operator as distributor',
  async (_, make) => {
    const labelled = await labelPic(await asPic(await make(JSON.stringify(upstream))), label);
    expect(await aigcOf(labelled)).toEqual({
      ...upstream,
      ContentPropagator: label.producer,
      PropagateID: 'a1b2',
      ReservedCode2: '',
    });
  },
);

test.each([
  '{"ContentProducer":7}',
  '{"ContentProducer":""}',
  '{"ContentProducer":"x',
  `{"ContentProducer":"${'x'.repeat(500)}"}`,
])('an invalid label of a service is dropped: %j', async text => {
  const labelled = await labelPic(await asPic(await withExif(text)), label);
  expect(await aigcOf(labelled)).toMatchObject({ ContentProducer: label.producer });
});

test('an ID photo has its label only in the metadata; a sheet also has a visible mark in its margin', async () => {
  const plain = { ...(await plainPic('#ffffff', 413, 531)), density: 300 };
  const small = { ...label, mark: 'small' } as const;
  const alone = await labelPic({ ...plain, labelled: 'data' }, small);
  expect((await sharp(alone.bytes).metadata()).density).toBe(300);
  expect(await aigcOf(alone)).toMatchObject({ Label: '1' });
  expect((await sharp(alone.bytes).stats()).channels[0]!.min).toBeGreaterThan(250);

  const sheet = await labelPic({ ...(await plainPic('#ffffff', 1772, 1181)), labelled: 'margin' }, small);
  const dark = async (part: { left: number; top: number; width: number; height: number }) =>
    (await sharp(await sharp(sheet.bytes).extract(part).toBuffer()).stats()).channels[0]!.min < 200;
  // The margin is 5 mm, which is 59 px.
  expect(await dark({ left: 0, top: 1122, width: 1772, height: 59 })).toBe(true);
  expect(await dark({ left: 0, top: 0, width: 1772, height: 1122 })).toBe(false);

  const standard = await labelPic({ ...plain, labelled: 'data' }, { ...label, mark: 'standard' });
  expect((await sharp(standard.bytes).stats()).channels[0]!.min).toBeLessThan(200);
});

/** The grey pixels of a picture's region, and the region's place. */
async function greyOf(picture: Uint8Array, region: Region) {
  const { data, info } = await sharp(picture)
    .extract(region)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { at: (x: number, y: number) => data[y * info.width + x]!, width: info.width, height: info.height };
}

/** The letters of a label in a region that is otherwise black. */
interface Letters {
  /** Place and height (px) of the first letter, an A, in the picture. */
  x: number;
  y: number;
  height: number;
  region: Region;
  isLetter: (x: number, y: number) => boolean;
}

/** Finds the letters in a region, by default in the whole picture. */
async function lettersOnBlack(picture: Uint8Array, region?: Region): Promise<Letters> {
  const { width, height } = await sharp(picture).metadata();
  const part = region ?? { left: 0, top: 0, width, height };
  const grey = await greyOf(picture, part);
  const isLetter = (x: number, y: number) => grey.at(x, y) > 128;
  const rows = Array.from({ length: grey.height }, (_, y) => y);
  const columns = Array.from({ length: grey.width }, (_, x) => rows.filter(y => isLetter(x, y)));
  const from = columns.findIndex(column => column.length > 0);
  const to = columns.findIndex((column, x) => x > from && column.length === 0);
  const first = columns.slice(from, to).flat();
  const [top, bottom] = [Math.min(...first), Math.max(...first)];
  return { x: part.left + from, y: part.top + top, height: bottom - top + 1, region: part, isLetter };
}

/** WCAG 2 contrast of the same letters on another picture, measured around the first letter. */
async function contrastOf({ x, y, height, region, isLetter }: Letters, picture: Uint8Array) {
  const grey = await greyOf(picture, region);
  const letters: number[] = [];
  const plate: number[] = [];
  for (let row = y - region.top; row < y - region.top + height; row++) {
    for (let column = x - region.left; column < x - region.left + height * 2; column++) {
      const near = [-2, 0, 2].flatMap(right => [-2, 0, 2].map(down => isLetter(column + right, row + down)));
      if (near.every(Boolean)) letters.push(grey.at(column, row));
      if (!near.some(Boolean)) plate.push(grey.at(column, row));
    }
  }
  const [light, dark] = [luminance(mean(letters)), luminance(mean(plate))];
  return (light + 0.05) / (dark + 0.05);
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Relative luminance of a grey value from 0 to 255. */
function luminance(grey: number): number {
  const share = grey / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const backend = sharedBackend({
  AI_LABEL: 'standard',
  AI_PRODUCER: 'An operator',
  PICS_PER_JOB: '1',
});

/** Brightness (0 to 255) of a place that the English label covers, but not the shorter Chinese label. */
async function brightnessWhereOnlyEnglishIs(address: string): Promise<number> {
  const { pathname, search } = new URL(address);
  const { rawPayload } = await backend.app.inject({ url: pathname + search });
  const { width, height } = await sharp(rawPayload).metadata();
  const place = {
    left: Math.round(width * 0.505),
    top: Math.round(height * 0.96),
    width: Math.round(width * 0.01),
    height: Math.round(height * 0.01),
  };
  const part = await sharp(rawPayload).extract(place).greyscale().toBuffer();
  return (await sharp(part).stats()).channels[0]!.mean;
}

/** Addresses of all sizes of a user's new pic. */
async function newPic(user: TestUser): Promise<string[]> {
  const { generate_id } = await finishedJob(user);
  const [pic] = await picsOf(user, { generate_id });
  return [pic!.pic_url, pic!.screen_url!, pic!.list_url!];
}

test('a pic’s label is in its user’s language, in all sizes', async () => {
  const [english, chinese] = await Promise.all([
    newPic(await signIn(backend, 'Ann')),
    newPic(await signIn(backend, 'Li', 'zh-CN')),
  ]);
  for (const [index, address] of english.entries()) {
    const dark = await brightnessWhereOnlyEnglishIs(address);
    expect(dark).toBeLessThan(0.6 * (await brightnessWhereOnlyEnglishIs(chinese[index]!)));
  }
});

test('a try-on has a label, and is redrawn if the user changes the language', async () => {
  const drawn: TryOnRequest['label'][] = [];
  const { draw } = backend.tryOnDrawer;
  backend.tryOnDrawer.draw = request => {
    drawn.push(request.label);
    return draw(request);
  };
  const user = await signIn(backend, 'Bo');
  const [photo] = await uploadPhotos(user);
  const inChinese = await signIn(backend, 'Bo', 'zh');
  for (const reader of [user, inChinese, user]) {
    const { data } = await reader.post('previewTemplates', { photo: photo!, template_ids: [1] });
    expect(data.list).toHaveLength(1);
  }
  expect(drawn).toMatchObject([
    { mark: 'standard', producer: 'An operator', language: 'en' },
    { mark: 'standard', producer: 'An operator', language: 'zh' },
  ]);
});

test('no ID photos are offered if pictures must have the standard’s visible label', async () => {
  const user = await signIn(backend, 'Cy');
  const { list } = (await user.get('getTemplates', { page_size: 100 })).data;
  const categories = new Set(list.map(({ category }) => category));
  expect([...categories]).toContain('photo');
  expect([...categories]).not.toContain('id-photo');
  expect((await createJob(user, undefined, 99)).code).toBe(1004);
});
