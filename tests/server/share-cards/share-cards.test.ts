import sharp from 'sharp';
import { expect } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import type { ShareCard } from '../../../server/contract/share-cards.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { deleteJob, finishedJob, idsOf, picsOf } from '../support/jobs.ts';
import { sharedBackend, usersOf } from '../support/shared-backend.ts';

const backend = sharedBackend({ GENERATE_COST: '5', PICS_PER_JOB: '2' });
const test = usersOf(backend);

/** Opens an address of this backend as a guest; returns the response. */
const open = (address: string, headers: Record<string, string> = {}) => {
  const { pathname } = new URL(address);
  return backend.app.inject({ url: pathname, headers });
};

const statusesOf = ({ page_url, card_url }: ShareCard) =>
  Promise.all([page_url, card_url].map(async address => (await open(address)).statusCode));

interface Shared {
  job: Job;
  pics: string[];
  card: ShareCard;
}

/** Makes a job for the user, with its first pic public. */
async function sharedPic(user: TestUser): Promise<Shared> {
  const job = await finishedJob(user);
  const { generate_id } = job;
  const list = await picsOf(user, { generate_id });
  const pics = list.map(({ id }) => id);
  const { data: card } = await user.post('createShareCard', { generate_id, pic_id: pics[0]! });
  return { job, pics, card };
}

test('a user makes one pic public, at an address that nobody can guess', async ({ ann }) => {
  const { job, pics, card } = await sharedPic(ann);
  const { generate_id } = job;

  expect(card.pic_id).toBe(pics[0]);
  // 32 base64url characters hold 192 random bits, too many to guess.
  expect(card.page_url).toMatch(/^http:\/\/[^/]+\/share\/[\w-]{32}$/);
  expect(card.page_url).not.toContain(pics[0]);
  expect((await ann.get('getShareCards', { generate_id })).data.list).toEqual([card]);
  const again = await ann.post('createShareCard', { generate_id, pic_id: pics[0]! });
  expect(again.data).toEqual(card);
});

test('the public page shows the card and a link to the app, and forbids caching and indexing', async () => {
  const { job, card } = await sharedPic(await signIn(backend, 'Bob'));
  const page = await open(card.page_url);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`<img src="${card.card_url}"`);
  expect(page.body).toContain(`<meta property="og:image" content="${card.card_url}">`);
  const { origin } = new URL(card.page_url);
  const link = `${origin}/tyy/make-pic?template_id=${job.template_id}`;
  expect(page.body).toContain(`href="${link}&#38;lang=en"`);
  for (const named of ['<title>', '<h1>', 'og:title" content="'])
    expect(page.body).toContain(`${named}${job.title}: `);
  expect(page.body).not.toContain('Bob');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': expect.stringContaining('noindex'),
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const chinese = (await open(card.page_url, { 'accept-language': 'zh-CN' })).body;
  expect(chinese).toContain('lang="zh-CN"');
  expect(chinese).toContain(`href="${link}&#38;lang=zh"`);
});

test('the public card is a framed picture that keeps its AI label', async () => {
  const { card } = await sharedPic(await signIn(backend, 'Cat'));
  const reply = await open(card.card_url);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'x-robots-tag': expect.stringContaining('noindex'),
  });
  const { format, width, xmp } = await sharp(reply.rawPayload).metadata();
  expect([format, width]).toEqual(['jpeg', 1080]);
  expect(String(xmp)).toContain('DigitalSourceType');
});

test('a pic that is no longer shared cannot be opened, and sharing it again creates a new address', async () => {
  const dan = await signIn(backend, 'Dan 31');
  const { job, pics, card } = await sharedPic(dan);
  const pic = { generate_id: job.generate_id, pic_id: pics[0]! };
  expect(await statusesOf(card)).toEqual([200, 200]);

  expect(await dan.post('deleteShareCard', pic)).toMatchObject({ code: 0 });
  expect(await statusesOf(card)).toEqual([404, 404]);
  const gone = (await open(card.page_url)).body;
  expect(gone).not.toContain('<img');
  expect(gone).not.toContain(job.title);
  expect(gone).toMatch(/href="http:\/\/[^/"]+\/tyy\/\?lang=en"/);
  expect((await dan.get('getShareCards', { generate_id: job.generate_id })).data.list).toEqual([]);
  // A second deletion changes nothing.
  expect(await dan.post('deleteShareCard', pic)).toMatchObject({ code: 0 });

  const { data: later } = await dan.post('createShareCard', pic);
  expect(later.page_url).not.toBe(card.page_url);
  expect(await statusesOf(card)).toEqual([404, 404]);
  expect(await statusesOf(later)).toEqual([200, 200]);
});

test.each<[string, (user: TestUser, shared: Shared) => Promise<unknown>]>([
  [
    'the pic',
    (user, { job, pics }) => user.post('deleteTrainAndGenerate', { ...idsOf(job), pic_id: pics[0]! }),
  ],
  ['the job', (user, { job }) => deleteJob(user, job)],
  ['all pics', user => user.post('deleteAllPics', {})],
  ['the account', user => user.post('deleteAccount', {})],
])('deleting %s removes its public address', async (what, remove) => {
  const user = await signIn(backend, `Eve of ${what}`);
  const shared = await sharedPic(user);
  expect(await statusesOf(shared.card)).toEqual([200, 200]);
  await remove(user, shared);
  expect(await statusesOf(shared.card)).toEqual([404, 404]);
});

test('a user cannot share, unshare or list another user’s pics', async ({ fay, gil }) => {
  const { job, pics, card } = await sharedPic(fay);
  const { generate_id } = job;
  for (const pic_id of pics) {
    expect(await gil.post('createShareCard', { generate_id, pic_id })).toMatchObject({ code: 1003 });
    expect(await gil.post('deleteShareCard', { generate_id, pic_id })).toMatchObject({ code: 1003 });
  }
  expect((await gil.get('getShareCards', { generate_id })).data.list).toEqual([]);
  expect(await statusesOf(card)).toEqual([200, 200]);
});

test.each(['x', 'a'.repeat(5000), '%00', '..%2f..', "1'--"])('no public page exists at %j', async id => {
  const origin = 'http://localhost/share/';
  for (const address of [`${origin}${id}`, `${origin}${id}/card.jpg`])
    expect([400, 404, 414]).toContain((await open(address)).statusCode);
});
