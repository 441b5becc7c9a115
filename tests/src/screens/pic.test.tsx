import { waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { type ApiUser, dataOf } from '../../support/api/api.ts';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { changeData, intercept, recordRequests, stubCall } from '../../support/network/network.ts';
import { get } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { recordDownloads } from '../../support/phone/record-downloads.ts';
import { addSheet, choose, removeSheet } from '../../support/phone/share-sheet.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press, pressMore } from '../../support/wizard.ts';

let job: Job;
let page: Awaited<ReturnType<typeof renderAt>>;

beforeEach<{ user: ApiUser }>(async ({ user }) => {
  newPhone();
  job = await aFinishedJob(user, 3);
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByText(job.title);
  await page.findByRole('button', { name: 'Save picture' });
});

afterEach(removeSheet);

const thumb = (number: number, of: number) =>
  page.findByRole('button', { name: `Picture ${number} of ${of}` });

async function isShown(number: number, of: number): Promise<void> {
  await waitFor(async () => expect((await thumb(number, of)).getAttribute('aria-current')).toBe('true'));
}

async function show(number: number, of: number): Promise<void> {
  (await thumb(number, of)).click();
  await isShown(number, of);
}

async function picsLeft(user: ApiUser): Promise<number> {
  const { list } = await dataOf(user.get('getUserPicsByGenerateId', { generate_id: job.generate_id }));
  return list.length;
}

async function deleteShown(): Promise<void> {
  await pressMore('Delete');
  await choose('Delete this image?', 'Delete');
}

test('thumbnails and arrow keys show other pictures in the set', async () => {
  expect(document.querySelectorAll('img[fetchpriority=high]')).toHaveLength(1);
  await show(3, 4);
  const large = page.getByRole('button', { name: 'Picture 3, view full size' });
  large.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  await isShown(2, 4);
});

const contactSheet = () => document.querySelectorAll('main [aria-hidden] > img');

test('only the first opening reveals the set, and any tap ends the reveal', async () => {
  const { train_id: trainId, generate_id: generateId } = job;
  localStorage.setItem('tyy.job', JSON.stringify({ trainId, generateId, status: 'done' }));
  page = await renderAt(`/pic?generate_id=${generateId}`);
  await page.findByText('Your pictures are ready');
  expect(contactSheet()).toHaveLength(4);
  await userEvent.click(await page.findByRole('button', { name: 'Picture 2 of 4' }));
  await isShown(2, 4);
  expect(contactSheet()).toHaveLength(0);

  page = await renderAt(`/pic?generate_id=${generateId}`);
  await isShown(1, 4);
  expect(contactSheet()).toHaveLength(0);
  expect(page.queryByText('Your pictures are ready')).toBeNull();
});

test('a reveal whose pictures do not load in time is skipped', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { train_id: trainId, generate_id: generateId } = job;
  localStorage.setItem('tyy.job', JSON.stringify({ trainId, generateId, status: 'done' }));
  page = await renderAt(`/pic?generate_id=${generateId}`);
  await waitFor(() => expect(contactSheet()).toHaveLength(4));
  await vi.advanceTimersByTimeAsync(3000);
  await waitFor(() => expect(contactSheet()).toHaveLength(0));
  vi.useRealTimers();
});

test('below the picture are three other styles', async () => {
  const wizard = await renderAt('/make-pic');
  await wizard.findAllByRole('radio');
  await waitFor(async () => expect(await get('tyy.templates')).toBeDefined());
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  const styles = within(await page.findByRole('region', { name: 'Next style' }));
  const links = styles.getAllByRole<HTMLAnchorElement>('link').map(link => link.getAttribute('href'));
  expect(links).toHaveLength(3);
  expect(links).not.toContain(`/tyy/make-pic?template_id=${job.template_id}`);
});

test('the page shows a message if a picture cannot be saved', async () => {
  intercept(() => Promise.reject(new TypeError('no network')));
  page.getByRole('button', { name: 'Save picture' }).click();
  await page.findByText(/couldn’t be saved/);
});

test('the page deletes a picture only after a question, and keeps the other pictures', async ({ user }) => {
  await show(4, 4);
  await pressMore('Delete');
  await choose('Delete this image?', 'Cancel');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(await picsLeft(user)).toBe(4);

  await deleteShown();
  await page.findByText('Picture deleted');
  await isShown(3, 3);
  expect(await picsLeft(user)).toBe(3);
});

test('deleting a picture that another phone has already deleted works without an error', async ({ user }) => {
  const { train_id, generate_id } = job;
  const [first] = (await dataOf(user.get('getUserPicsByGenerateId', { generate_id }))).list;
  await user.post('deleteTrainAndGenerate', { train_id, generate_id, pic_id: first!.id });
  await deleteShown();

  await isShown(1, 3);
});

test('deleting the last picture deletes the job and opens the list of pictures', async ({ user }) => {
  for (const left of [3, 2, 1]) {
    await deleteShown();
    if (left > 1) await thumb(1, left);
    else await waitFor(() => expect(page.queryByRole('button', { name: /^Picture 1 of/ })).toBeNull());
  }
  await deleteShown();

  await page.findByText(/You have no pictures yet/);
  const { list } = await dataOf(user.get('getTrainAndGenerateResultList'));
  expect(list).toEqual([]);
});

test('"Make another" chooses the template of this set and shows the price', async () => {
  page.getByRole('button', { name: 'Make another' }).click();
  await page.findByRole('heading', { level: 1, name: 'Make pictures' });
  await waitFor(() =>
    expect(page.getByRole<HTMLInputElement>('radio', { name: job.title }).checked).toBe(true),
  );
  const question = within(await page.findByRole('dialog', { name: 'Make this set?' }));
  question.getByText(job.title);
  question.getByRole('button', { name: 'Cancel' }).click();
});

test('the page finds a job that is not on the first page of the list of jobs', async () => {
  const pages = [[jobData({ title: 'A newer one' })], [job]];
  stubCall('getTrainAndGenerateResultList', () => ({ list: pages.shift() ?? [] }));
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByRole('heading', { level: 1, name: job.title });
});

test.each(['/pic?generate_id=nothing', '/pic'])('%s shows that there are no such pictures', async address => {
  page = await renderAt(address);
  await page.findByText(/These pictures are no longer available/);
  await page.findByRole('button', { name: 'See my pictures' });
  expect(page.queryByRole('button', { name: 'Try again' })).toBeNull();
});

async function pageOf(user: ApiUser): Promise<string | undefined> {
  const { list } = await dataOf(user.get('getShareCards', { generate_id: job.generate_id }));
  return list[0]?.page_url;
}

test('"Send the picture" shares the picture as a file, without a link', async () => {
  const share = addSheet();
  await press('Share');
  await choose('Share', 'Send the picture');

  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  const [data] = share.mock.calls[0] ?? [];
  expect(data?.files?.[0]?.type).toBe('image/jpeg');
  expect(data?.url).toBeUndefined();
  expect(data?.text).not.toContain('http');
  const { takeSteps } = await import('../../../src/platform/steps.ts');
  await waitFor(() => expect(takeSteps()).toEqual([['shared', 3]]));
});

test('after the user closes the share sheet, the picture is not saved', async () => {
  const share = addSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
  const saved = recordDownloads();
  const [{ sharePic }, { getPics }] = await Promise.all([
    import('../../../src/flows/pics/share-pic.ts'),
    import('../../../src/api/jobs.ts'),
  ]);
  const [pic] = await getPics(job.generate_id);
  const end = sharePic(pic!, { generateId: job.generate_id, title: '', templateId: 3 });
  await choose('Share', 'Send the picture');

  expect(await end).toBe('done');
  expect(share).toHaveBeenCalledOnce();
  expect(saved).toEqual([]);
});

test('if the picture loads too late for the first tap, the app asks for another tap to share it', async () => {
  const share = addSheet();
  share.mockRejectedValueOnce(new DOMException('late', 'NotAllowedError'));
  await press('Share');
  await choose('Share', 'Send the picture');
  await choose('The picture is ready to send', 'Send the picture');

  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(page.queryByText('Sharing failed. Please try again.')).toBeNull();
});

test('in a browser without a share sheet, "Share" saves the picture', async () => {
  const saved = recordDownloads();
  await press('Share');
  await choose('Share', 'Save, then send');

  await page.findByText('Picture saved');
  expect(saved).toEqual([expect.stringMatching(/\.jpg$/)]);
});

test('the link to a public page is copied, and the user is asked only once', async ({ user }) => {
  await press('Share');
  await choose('Share', 'Get a link');
  await choose('Make this picture public?', 'Get a link');
  await page.findByText('Link copied');
  const address = await pageOf(user);
  expect(address).toContain('/share/');
  expect(await navigator.clipboard.readText()).toBe(address);
  await page.findByText(/^Public: anyone/);

  await navigator.clipboard.writeText('');
  await press('Copy link');
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(address));

  await navigator.clipboard.writeText('');
  await press('Share');
  await choose('Share', 'Get a link');
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(address));
});

test('if the user wants no public page, none is created and nothing is copied', async ({ user }) => {
  await navigator.clipboard.writeText('mine');
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    await item?.getType('text/plain');
  });
  await press('Share');
  await choose('Share', 'Get a link');
  await choose('Make this picture public?', 'Cancel');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());

  await expect(write.mock.results[0]?.value).rejects.toThrow();
  expect(await navigator.clipboard.readText()).toBe('mine');
  expect(await pageOf(user)).toBeUndefined();
});

test('if the clipboard refuses twice, the app shows the link for copying', async ({ user }) => {
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('no such items'));
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no press'));
  await press('Share');
  await choose('Share', 'Get a link');
  await choose('Make this picture public?', 'Get a link');
  await choose('Your link is ready', 'Copy link');

  const byHand = await page.findByRole('dialog', { name: 'Press and hold the link to copy it' });
  expect(byHand.textContent).toContain(await pageOf(user));
  expect(copied).toHaveBeenCalledTimes(2);
  expect(page.queryByText('Link copied')).toBeNull();
});

test('a cancelled report is not sent', async () => {
  const requests = recordRequests();
  await pressMore('Report');
  await page.findByRole('dialog', { name: 'Report this picture' });
  await press('Cancel');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(requests.map(({ path }) => path)).not.toContain('/v1/reportPic');
});

test('a reported picture’s public page is hidden, and its link is not copied', async ({ user }) => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  const picId = job.pics![0]!.id;
  await user.post('createShareCard', { generate_id: job.generate_id, pic_id: picId });
  changeData('getShareCards', ({ list }) => ({ list: list.map(card => ({ ...card, hidden: true })) }));
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByText('This picture was reported. Nobody else can see it until we have reviewed it.');
  expect(page.queryByRole('button', { name: 'Copy link' })).toBeNull();

  await press('Share');
  await choose('Share', 'Get a link');
  const told = within(await page.findByRole('dialog', { name: 'Get a link' }));
  told.getByText(/^This picture was reported/);
  told.getByRole('button', { name: 'Cancel' }).click();
  expect(copied).not.toHaveBeenCalled();
  await press('Stop sharing');
  await page.findByText('No longer public. The link has stopped working.');
});

test.for([
  ['Not like me? Redo for free', [['What is wrong with these pictures?', 'Something else']]],
  [
    'Share',
    [
      ['Share', 'Get a link'],
      ['Make this picture public?', 'Get a link'],
    ],
  ],
] as const)(
  '"%s" shows a message if another phone has deleted the picture',
  async ([button, choices], { user }) => {
    await page.findByRole('button', { name: 'Before and after' });
    await user.post('deleteTrainAndGenerate', { train_id: job.train_id, generate_id: job.generate_id });

    await (button === 'Share' ? press : pressMore)(button);
    for (const [title, name] of choices) {
      await choose(title, name);
    }

    await page.findByText(/These pictures are no longer available/);
  },
);
