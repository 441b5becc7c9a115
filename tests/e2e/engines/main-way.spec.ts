import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { type ApiUser, dataOf, signInAt } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { expect, nameScript, test } from '../support/engine-story.ts';
import type { Tab } from '../support/tab.ts';
import { text } from '../support/words.ts';

const place = {
  IFD0: { Make: 'Tyy', Model: 'Phone 7', DateTime: '2026:05:04 12:00:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 0/1',
  },
};

/** Writes a photo that needs no rotation or scaling, with a location in its EXIF data; returns the file's path. */
async function photoWithPlace(): Promise<string> {
  const file = test.info().outputPath('at home.jpg');
  await sharp(portrait)
    .resize(900, 1200, { fit: 'cover' })
    .withExif(place)
    .jpeg({ quality: 70 })
    .toFile(file);
  const { exif, orientation } = await sharp(file).metadata();
  expect(exif?.includes('Phone 7')).toBe(true);
  expect(orientation ?? 1).toBe(1);
  expect((await readFile(file)).length).toBeLessThan(1024 * 1024);
  return file;
}

/** Expects that the user has one stored photo, with this size and without metadata. */
async function expectBareFile(user: ApiUser, size: { width: number; height: number }): Promise<void> {
  const [photo, ...others] = (await dataOf(user.get('getPhotos'))).list;
  expect(others).toEqual([]);
  const bytes = Buffer.from(await (await fetch(photo?.pic_url ?? '')).arrayBuffer());
  const found = await sharp(bytes).metadata();
  expect(found).toMatchObject({ format: 'jpeg', ...size });
  for (const kind of ['exif', 'xmp', 'iptc', 'orientation'] as const)
    expect(found[kind], kind).toBeUndefined();
  expect(bytes.includes('Phone 7')).toBe(false);
}

const notesErrors = `window.problems = []; addEventListener('error', ({ error }) => error && problems.push(String(error)));`;
const isAtPics = `return location.pathname === '/tyy/pic' && [...document.images].some(image => image.naturalWidth > 100);`;

/** Goes through the empty wizard to the finished pictures. */
async function makePics(tab: Tab, isNew: boolean): Promise<void> {
  await tab.press(text('make-pic.add-photos'));
  await tab.pick(text('make-pic.front-add'), [await photoWithPlace()]);
  if (isNew) await tab.press(text('consent.agree'));
  await tab.press(text('make-pic.continue'));
  await tab.press(text('make-pic.skip'));
  await tab.press('', 'radio', 1);
  await tab.press(text('make-pic.use'));
  await tab.press(text('make-pic.make'));
  await tab.until(isAtPics, 'the pictures');
  expect(await tab.run('return window.problems')).toEqual([]);
}

test('in Firefox, a guest signs in, adds a photo and gets a picture', async ({ start, origin, userName }) => {
  const engine = await start('Firefox');
  const { tab } = engine;
  await engine.before(notesErrors);
  await tab.open(`${origin}/tyy/`);
  await tab.press(text('home.make'));
  await tab.until(nameScript(userName), 'the login dialog');
  await makePics(tab, true);
  await expectBareFile(await signInAt(origin, userName), { width: 900, height: 1200 });
});

test('in a WebKit webview, a picture is made and saved', async ({ start, origin, user, native, request }) => {
  const engine = await start('shell');
  const { tab } = engine;
  await engine.before(notesErrors);
  await tab.open(`${origin}/tyy/`);
  await tab.press(text('home.make'));
  await makePics(tab, false);
  await expectBareFile(user, { width: 900, height: 1200 });

  await tab.press(text('pic.save'));
  await tab.see(text('pic.saved'));
  const saved = await request.get(String(native.callsOf('savePicture')[0]?.params.url));
  expect(saved.headers()['content-type']).toBe('image/jpeg');
  await tab.press(text('pic.share'));
  await tab.press(text('pic.share.send'));
  await expect.poll(() => native.callsOf('share').map(({ params }) => params)).toMatchObject([{ url: '' }]);

  await tab.press(text('pic.compare'));
  await tab.press(text('compare.save'));
  await expect.poll(() => native.callsOf('savePicture').length).toBe(2);
  const [, drawn = ''] = String(native.callsOf('savePicture')[1]?.params.url).split(',');
  const { format, xmp } = await sharp(Buffer.from(drawn, 'base64')).metadata();
  expect(format).toBe('jpeg');
  expect(xmp?.toString()).toContain('TC260:AIGC');

  expect(native.callsOf('login')).toHaveLength(1);
  expect(native.callsOf('importPicture').map(call => call.params)).toEqual([{ count: 5 }]);
  expect(native.cache.has('tyy.token')).toBe(true);
});
