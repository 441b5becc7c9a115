import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { addToDay, countOfDay } from '../../../server/accounts/day-counts.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, uploadPhotos, userIdOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend();
let ann: TestUser;

beforeAll(async () => {
  ann = await signIn(backend, 'Ann');
});

/** Uploads `of` photos, replaces photo number `at` (from 0) by these bytes, and requests a job. */
async function createWith(user: TestUser, bytes: Buffer, { at = 0, of = 1 } = {}) {
  const resource_pics = await uploadPhotos(user, of);
  const { store, storage } = backend.services;
  await store.put(storage.keyOf(resource_pics[at]!)!, bytes, 'image/jpeg');
  return user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
}

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#888' } });
}

/** A PNG file of a few kB with 900 million pixels. */
function bomb(): Buffer {
  const side = 30_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}

const tooManyPixels = {
  code: 2_218_030,
  data: null,
  message: 'Photo 1 has too many pixels. Choose a smaller one.',
};

const largeAvif = plain(8000, 8000).avif({ effort: 0, quality: 1, chromaSubsampling: '4:2:0' });

test.each<[string, () => Promise<Buffer>]>([
  ['a PNG of 900 million pixels', async () => bomb()],
  ['an AVIF of 64 million pixels', () => largeAvif.toBuffer()],
])('%s in a small file is refused by its header, before it is decoded', async (_, picture) => {
  const bytes = await picture();
  expect(bytes.length).toBeLessThan(200_000);
  const started = performance.now();
  expect(await createWith(ann, bytes)).toMatchObject(tooManyPixels);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('all frames of an animation count as pixels', async () => {
  const frames = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      sharp({ create: { width: 3000, height: 3000, channels: 3, background: { r: index * 20, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  );
  const bytes = await sharp(frames, { join: { animated: true } })
    // Encode as fast as possible: only the number of frames matters.
    .gif({ effort: 1, colours: 2 })
    .toBuffer();
  expect(await createWith(ann, bytes)).toMatchObject(tooManyPixels);
});

test('a text file, an SVG with a script and a truncated picture are refused, whatever their content type', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script/></svg>';
  const noPicture = {
    code: 2_218_030,
    message: 'Photo 1 isn’t a picture. Choose a JPEG, PNG or WebP file.',
  };
  expect(await createWith(ann, Buffer.from('<html>'))).toMatchObject(noPicture);
  expect(await createWith(ann, Buffer.from(svg))).toMatchObject(noPicture);
  expect(await createWith(ann, Buffer.alloc(0))).toMatchObject(noPicture);

  const whole = await plain(800, 800).jpeg().toBuffer();
  const cut = whole.subarray(0, whole.length / 2);
  expect(await createWith(ann, cut)).toMatchObject({
    code: 2_218_030,
    message: 'Photo 1 can’t be opened. Choose another one, or save it as a JPEG.',
  });
});

test('the error message says which photo was refused and why, in both languages', async () => {
  const small = await plain(20, 90).png().toBuffer();
  expect(await createWith(ann, small, { at: 2, of: 3 })).toMatchObject({
    status: 200,
    code: 2_218_030,
    message: 'Photo 3 is too small. Choose a larger one.',
  });
  const mei = await signIn(backend, 'Mei', 'zh-CN');
  expect(await createWith(mei, Buffer.alloc(21 * 1024 * 1024), { at: 1, of: 2 })).toMatchObject({
    code: 2_218_030,
    message: '第 2 张照片超过 20 MB，请换一张小一些的',
  });
});

test('refused photos create no job and hold no coins; good photos of every format are accepted', async () => {
  const bob = await signIn(backend, 'Bob');
  await createWith(bob, Buffer.from('nothing'));
  expect(await ledgerOf(bob)).toHaveLength(1);
  expect((await bob.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect(await coinsOf(bob)).toBe(50);

  const cat = await signIn(backend, 'Cat');
  expect(await createWith(cat, await plain(4000, 3000).webp().toBuffer())).toMatchObject({ code: 0 });
  expect(await createWith(cat, await plain(300, 400).avif().toBuffer())).toMatchObject({ code: 0 });
});

test('a user who cannot pay is refused before any photo is checked', async () => {
  const dan = await signIn(backend, 'Dan');
  await createJob(dan);
  await createJob(dan);
  const reply = await createWith(dan, Buffer.from('<html>'));
  expect(reply).toMatchObject({ code: 2_218_020 });
});

/** Uploads `of` photos with these bytes; returns a function that requests a job with them. */
async function readyToCreate(user: TestUser, bytes: Buffer, of = 1) {
  const resource_pics = await uploadPhotos(user, of);
  const { store, storage } = backend.services;
  await Promise.all(resource_pics.map(address => store.put(storage.keyOf(address)!, bytes, 'image/png')));
  return () => user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
}

const createOf = async (...given: Parameters<typeof readyToCreate>) => (await readyToCreate(...given))();

test('costly photos of one user are checked after photos of others, and for at most two minutes a day', async () => {
  const [fay, gus] = await Promise.all([signIn(backend, 'Fay'), signIn(backend, 'Gus')]);
  const { db } = backend.services;
  const order: string[] = [];
  const ofFay = createOf(fay, await plain(7000, 7000).png().toBuffer(), 5);
  const user_id = await userIdOf(fay);
  const spent = () => countOfDay(db.query, 'photo-checks', user_id, new Date());
  await waitFor('the first of them', async () => (await spent()) > 0);
  await Promise.all([
    ofFay.then(() => order.push('Fay')),
    createOf(gus, await plain(300, 400).png().toBuffer()).then(() => order.push('Gus')),
  ]);
  expect(order).toEqual(['Gus', 'Fay']);

  await addToDay(db.query, 'photo-checks', user_id, { time: new Date(), more: 120_000 });
  const refused = await createOf(fay, await plain(300, 500).png().toBuffer());
  expect([refused.status, refused.message]).toEqual([
    429,
    'You’ve reached today’s limit of photo checks. Come back tomorrow.',
  ]);
});

test('photos that passed a check skip the queue, and a photo refused by its header uses no checking time', async () => {
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

test('if many calls bring large photos, calls that would wait too long get 503', async () => {
  const users = await Promise.all(
    Array.from({ length: 110 }, (_, index) => signIn(backend, `Crowd ${index}`)),
  );
  const photo = await plain(6000, 6000).png().toBuffer();
  const creates = await Promise.all(users.map(user => readyToCreate(user, photo)));
  const replies = await Promise.all(creates.map(create => create()));
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter(status => status === 200).length).toBeGreaterThan(0);
  expect(statuses.filter(status => status === 503).length).toBeGreaterThan(0);
  expect(statuses.filter(status => ![200, 503].includes(status))).toEqual([]);
});
