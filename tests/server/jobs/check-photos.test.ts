import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { addToDay } from '../../../server/accounts/day-counts.ts';
import { PhotoQueue } from '../../../server/jobs/photo-checks/photo-checks.ts';
import { aPhoto, plain } from '../support/a-photo.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { coinsOf, createJob, createJobWith, ledgerOf, uploadPhotos, userIdOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend();
let ann: TestUser;

beforeAll(async () => {
  ann = await signIn(backend, 'Ann');
});

test('a small file with too many pixels in all its frames is refused by its header without decoding', async () => {
  const avif = plain(8000, 8000).avif({ effort: 0, quality: 1, chromaSubsampling: '4:2:0' });
  const frames = await Promise.all(
    Array.from({ length: 9 }, (_, index) => plain(3000, 3000, `#8888${index}0`).png().toBuffer()),
  );
  // Only the number of frames matters, so encode as fast as possible.
  const animation = sharp(frames, { join: { animated: true } }).gif({ effort: 1, colours: 2 });
  for (const bytes of [await avif.toBuffer(), await animation.toBuffer()]) {
    expect(bytes.length).toBeLessThan(500_000);
    const started = performance.now();
    expect(await createJobWith(ann, [bytes])).toMatchObject({
      code: 2_218_030,
      data: null,
      message: 'Photo 1 has too many pixels. Choose a smaller one.',
    });
    expect(performance.now() - started).toBeLessThan(2000);
  }
});

test('a text file, an SVG with a script and a truncated picture are refused, whatever their content type', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script/></svg>';
  const noPicture = {
    code: 2_218_030,
    message: 'Photo 1 isn’t a picture. Choose a JPEG, PNG or WebP file.',
  };
  for (const bytes of [Buffer.from('<html>'), Buffer.from(svg), Buffer.alloc(0)])
    expect(await createJobWith(ann, [bytes])).toMatchObject(noPicture);

  const whole = await plain(800, 800).jpeg().toBuffer();
  const cut = whole.subarray(0, whole.length / 2);
  expect(await createJobWith(ann, [cut])).toMatchObject({
    code: 2_218_030,
    message: 'Photo 1 can’t be opened. Choose another one, or save it as a JPEG.',
  });
});

test('the error message says which photo was refused and why, in both languages', async () => {
  const small = await plain(20, 90).png().toBuffer();
  expect(await createJobWith(ann, [aPhoto, aPhoto, small])).toMatchObject({
    status: 200,
    code: 2_218_030,
    message: 'Photo 3 is too small. Choose a larger one.',
  });
  const mei = await signIn(backend, 'Mei', 'zh-CN');
  expect(await createJobWith(mei, [aPhoto, Buffer.alloc(21 * 1024 * 1024)])).toMatchObject({
    code: 2_218_030,
    message: '第 2 张照片超过 20 MB，请换一张小一些的',
  });
});

test('refused photos create no job and hold no coins, and good photos in every format are accepted', async () => {
  const bob = await signIn(backend, 'Bob');
  await createJobWith(bob, [Buffer.from('nothing')]);
  expect(await ledgerOf(bob)).toHaveLength(1);
  expect((await bob.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect(await coinsOf(bob)).toBe(50);

  const cat = await signIn(backend, 'Cat');
  expect(await createJobWith(cat, [await plain(4000, 3000).webp().toBuffer()])).toMatchObject({ code: 0 });
  expect(await createJobWith(cat, [await plain(300, 400).avif().toBuffer()])).toMatchObject({ code: 0 });
});

test('a user who cannot pay is refused before any photo is checked', async () => {
  const dan = await signIn(backend, 'Dan');
  await createJob(dan);
  await createJob(dan);
  const reply = await createJobWith(dan, [Buffer.from('<html>')]);
  expect(reply).toMatchObject({ code: 2_218_020 });
});

test('a user gets two minutes of photo checks a day; a check gets 503 if too many other users wait', async () => {
  const fay = await signIn(backend, 'Fay');
  const photo = await plain(300, 400).png().toBuffer();
  vi.spyOn(PhotoQueue.prototype, 'take').mockResolvedValueOnce(false);
  expect(await createJobWith(fay, [photo])).toMatchObject({ status: 503 });

  const today = { time: new Date(), more: 120_000 };
  await addToDay(backend.services.db.query, 'photo-checks', await userIdOf(fay), today);
  const refused = await createJobWith(fay, [photo]);
  expect([refused.status, refused.message]).toEqual([
    429,
    'You’ve reached today’s limit of photo checks. Come back tomorrow.',
  ]);
});

test('checked photos skip the queue, and a photo that is refused by its header uses up no checking time', async () => {
  const { db, photoChecks, storage, store } = backend.services;
  const hal = await signIn(backend, 'Hal');
  const user_id = await userIdOf(hal);
  const keys = (await uploadPhotos(hal, 3)).map(address => storage.keyOf(address)!);
  const [known, costly, text] = keys as [string, string, string];
  await Promise.all([
    store.put(costly, await plain(7000, 7000).png().toBuffer(), 'image/png'),
    store.put(text, Buffer.from('no picture'), 'image/png'),
  ]);
  await expect(photoChecks.check(user_id, [text])).rejects.toMatchObject({ statusCode: 200 });
  const days = await db.query.selectFrom('day_counts').select('kind').where('count', '=', 0).execute();
  expect(days).toEqual([]);
  await photoChecks.check(user_id, [known]);

  const order: string[] = [];
  const slow = photoChecks.check(user_id, [costly]).then(() => order.push('costly'));
  await Promise.all([slow, photoChecks.check(user_id, [known]).then(() => order.push('known'))]);

  expect(order).toEqual(['known', 'costly']);
});
