import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type PhotoReason, photoReasons } from '../../../server/contract/photo-reasons.ts';
import { openLocalGenerator } from '../../../server/generator/local/local-generator.ts';
import { someOf } from '../../support/some-of.ts';
import { plain } from '../support/a-photo.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { changesOf, createJobWith, waitForStatus } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { aPhotoOfTwo, portrait } from './a-photo.ts';

const ground = '<rect width="600" height="800" fill="#b8b4ae"/>';

const cat =
  '<path d="M150 360L140 190 260 290ZM450 360L460 190 340 290Z" fill="#8a6a48"/><ellipse cx="300" cy="430" rx="180" ry="160" fill="#a17f58"/>' +
  '<g fill="#d8c34a"><ellipse cx="225" cy="410" rx="36" ry="30"/><ellipse cx="375" cy="410" rx="36" ry="30"/></g>' +
  '<ellipse cx="225" cy="410" rx="9" ry="28"/><ellipse cx="375" cy="410" rx="9" ry="28"/><ellipse cx="300" cy="510" rx="80" ry="55" fill="#e6d8c2"/>' +
  '<path d="M280 475h40l-20 24z" fill="#c56f6f"/><path d="M300 499v18q-20 26-45 12M300 517q20 26 45 12M230 500L90 480M370 500L510 480" stroke="#554433" fill="none"/>';

/** A drawn person in profile, facing left: one eye, the nose at the edge, an ear. */
const profile =
  '<path d="M300 800Q290 640 330 600Q250 600 235 570Q225 545 235 530Q215 520 222 500Q205 490 216 470Q170 455 185 430Q215 390 222 350' +
  'Q210 300 230 250Q270 150 400 160Q500 190 490 350Q480 480 440 520Q430 620 480 800Z" fill="#f0c8a8"/>' +
  '<path d="M230 250Q260 120 410 130Q540 160 520 350Q510 520 450 560Q430 430 400 330Q330 300 300 230Q260 240 230 250Z" fill="#6a4a2a"/>' +
  '<path d="M232 355q30-14 52 4q-26 16-48 8z" fill="#fff"/><circle cx="248" cy="360" r="10" fill="#321"/>' +
  '<path d="M228 330q30-20 60-4" stroke="#6a4a2a" stroke-width="9" fill="none"/><path d="M222 500q30 4 50-6" stroke="#a44" stroke-width="8" fill="none"/>' +
  '<path d="M400 370q30-20 36 16q0 40-26 46z" fill="#d49a78"/>';

/** Covers the portrait's forehead and everything below the eyes. */
const cover =
  '<path d="M160 30Q222 -10 290 30L290 90L160 90ZM160 118H285L276 170Q250 200 222 200Q190 196 165 160Z" fill="#1a1a1a"/>';

const mouthMask = (colour: string) =>
  `<path d="M180 134Q222 104 264 134L274 160Q262 204 222 212Q184 204 172 162Z" fill="${colour}"/>` +
  '<path d="M178 152Q222 160 270 152M180 168Q222 178 268 168" stroke="#000" stroke-opacity=".25" fill="none"/>';

const bar = (colour: string) => `<path d="M160 92H286V121H160Z" fill="${colour}"/>`;

const glasses = (fill: string) =>
  `<g fill="${fill}" stroke="#222" stroke-width="3"><ellipse cx="197" cy="107" rx="23" ry="18"/><ellipse cx="249" cy="107" rx="23" ry="18"/></g>`;

/** A beard around mouth and nose, which remain visible. */
const beard =
  '<path fill-rule="evenodd" d="M176 140Q192 158 208 156Q222 150 236 156Q254 158 270 138Q274 190 246 206Q222 218 198 206Q172 190 176 140ZM198 166Q222 162 248 166Q240 186 222 188Q206 186 198 166Z" fill="#3a2a20" fill-opacity=".9"/>';

/** The same beard, also covering the mouth. */
const fullBeard =
  '<path d="M176 140Q192 158 208 156Q222 150 236 156Q254 158 270 138Q274 190 246 206Q222 218 198 206Q172 190 176 140Z" fill="#101010" fill-opacity=".92"/>';

const smiley =
  '<circle cx="300" cy="400" r="220" fill="#f0c8a8" stroke="#000" stroke-width="8"/><circle cx="216" cy="323" r="35"/><circle cx="384" cy="323" r="35"/>' +
  '<path d="M190 455Q300 587 410 455" stroke="#000" stroke-width="15" fill="none"/>';

type OddPhoto = [name: string, photo: () => Promise<Uint8Array>, reason: PhotoReason];

/** Photos with a fault, each with the fault's name. */
const faultyPhotos: OddPhoto[] = [
  ['two people', aPhotoOfTwo, 'many_faces'],
  ['a wall', () => jpeg(drawn('')), 'no_face'],
  ['a head cut at the brows', () => jpeg(part(0, 512, 92)), 'head_cut'],
  ['somebody in a white mask', () => jpeg(covered(mouthMask('#eeeef0'))), 'mouth_covered'],
  ['somebody in sunglasses', () => jpeg(covered(glasses('#15151a'))), 'eyes_covered'],
  ['a face turned away', turnedFace, 'not_frontal'],
  ['somebody behind a mask', () => jpeg(covered(cover)), 'no_face'],
  ['a red bar over the eyes', () => jpeg(covered(bar('#c22'))), 'eyes_covered'],
  ['a cat', () => jpeg(drawn(cat)), 'no_face'],
  ['somebody in a black mask', () => jpeg(covered(mouthMask('#1c1c20'))), 'mouth_covered'],
  ['a white mask on dark skin', () => coveredDark(0.5, mouthMask('#eeeef0')), 'mouth_covered'],
  ['a beige mask on brown skin', () => coveredDark(0.7, mouthMask('#d8b99a')), 'mouth_covered'],
  ['a white bar over the eyes', () => jpeg(covered(bar('#f4f4f4'))), 'eyes_covered'],
  ['a drawn smiley', () => jpeg(drawn(smiley)), 'no_face'],
  ['a profile', () => jpeg(drawn(profile).blur(3)), 'turned_away'],
  [
    '240 × 320 pixels with a small face',
    () => jpeg(portrait().resize(240, 320, { fit: 'cover' })),
    'face_small',
  ],
];

const withKind = (kind: 'advice' | 'refusal') =>
  faultyPhotos.filter(([, , reason]) => photoReasons[reason] === kind);

/** Photos that the check refuses. */
const refusedPhotos = withKind('refusal');

/** Photos that are accepted, but with the advice to choose another. */
const advisedPhotos = withKind('advice');

/** Unusual photos that are accepted. */
const acceptedPhotos: [name: string, photo: () => Promise<Uint8Array>][] = [
  ['of somebody with glasses', () => jpeg(covered(glasses('none')))],
  ['of somebody with a beard', () => jpeg(covered(beard))],
  ['of the colours of a printer', () => jpeg(portrait().toColourspace('cmyk'))],
  ['of somebody with a beard over the mouth', () => jpeg(covered(fullBeard))],
  ['grey', () => jpeg(portrait().greyscale())],
  ['of 16 bits a channel', () => portrait().toColourspace('rgb16').png().toBuffer()],
  [
    'turned upright by its EXIF data only',
    () => jpeg(portrait().rotate(90).withMetadata({ orientation: 8 })),
  ],
  ['of 240 × 320 pixels with a large face', () => jpeg(part(120, 210).resize(240, 320))],
  ['of 8000 × 8000 pixels', () => jpeg(portrait().resize(8000, 8000, { kernel: 'nearest' }))],
];

function svg(width: number, height: number, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  );
}

const covered = (content: string, face = portrait()): Sharp =>
  face.composite([{ input: svg(512, 512, content) }]);

/** The portrait with its brightness multiplied by `light`, then covered with `content`. */
const coveredDark = async (light: number, content: string): Promise<Uint8Array> =>
  jpeg(covered(content, sharp(await portrait().linear(light, 0).png().toBuffer())));

const drawn = (content: string): Sharp => sharp(svg(600, 800, ground + content));
const jpeg = (picture: Sharp): Promise<Buffer> => picture.jpeg({ quality: 92 }).toBuffer();

/** A part of the portrait, `width` px wide and 280 px high, whose upper left corner is at `left` and `top`. */
const part = (left: number, width: number, top = 0): Sharp =>
  portrait().extract({ left, top, width, height: 280 });

/** The portrait with the face narrow on one side of the nose and wide on the other, as if the head were turned. */
async function turnedFace(): Promise<Buffer> {
  const nose = 222;
  const stretch = (half: Sharp, width: number) => half.resize(width, 840, { fit: 'fill' }).toBuffer();
  const far = await stretch(part(120, nose - 120), 64);
  const near = await stretch(part(nose, 108), 352);
  return jpeg(
    plain(900, 840, '#b9b2a8').composite([
      { input: far, left: 150, top: 0 },
      { input: near, left: 214, top: 0 },
    ]),
  );
}

const backend = sharedBackend();
const local = await forFile(openLocalGenerator({ deadline: 60_000, stopsWithin: 30_000 }));
const good = await portrait().jpeg().toBuffer();

// The real code checks the photos, but the pics are plain test pictures.
beforeAll(async () => {
  backend.generator.inspect = local.inspect;
  expect(await local.inspect([good])).toEqual([{ problems: [] }]);
});

/** Requests a job with these photos, the front photo first, and waits until it has this status. */
async function jobWith(user: TestUser, photos: Uint8Array[], status: number) {
  const created = await createJobWith(user, photos);
  return waitForStatus(user, created.data.train_and_generate_info, status);
}

/** Expects that a refused job returned all coins and made no pics. */
async function expectNothingMade(user: TestUser) {
  expect(await changesOf(user)).toEqual([50, -20, 20]);
  expect((await user.get('getPersonalPics')).data.list).toEqual([]);
}

test.each(someOf(5, refusedPhotos))(
  'a photo with the fault “%s” is refused with the reason, and the coins are returned',
  async (name, photo, problem) => {
    const before = backend.generator.calls.generate;
    const user = await signIn(backend, name);
    const job = await jobWith(user, [await photo()], 3);

    expect(job.refuse_reasons).toEqual([{ index: 0, problems: [problem] }]);
    await expectNothingMade(user);
    expect(backend.generator.calls.generate).toBe(before);
  },
);

test('if one of two photos is refused, the refusal names that photo', async () => {
  const user = await signIn(backend, 'Ann');
  const [, wall] = refusedPhotos[0]!;
  const job = await jobWith(user, [good, await wall()], 3);
  expect(job.refuse_reasons).toEqual([{ index: 1, problems: ['no_face'] }]);
  await expectNothingMade(user);
});

test.each(someOf(5, advisedPhotos))(
  'a photo with the fault “%s” gets advice, but the pics are made',
  async (name, photo, reason) => {
    const user = await signIn(backend, name);
    const bytes = Buffer.from(await photo());
    expect((await local.inspect([bytes]))[0]!.problems).toContain(reason);
    await jobWith(user, [bytes], 5);
  },
);

test.each(someOf(3, acceptedPhotos))('a photo %s is accepted without advice', async (name, photo) => {
  const user = await signIn(backend, name);
  const bytes = Buffer.from(await photo());
  await jobWith(user, [bytes], 5);
  expect(backend.generator.photos.at(-1)).toEqual([bytes.toString('latin1')]);
});
