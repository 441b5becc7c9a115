import { waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { type ApiUser, dataOf } from '../../support/api/api.ts';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { changeData, intercept, stubCall } from '../../support/network/network.ts';
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

test('thumbnails and arrow keys move to other pictures of a job', async () => {
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

test('if a picture cannot be saved, the page says so', async () => {
  intercept(() => Promise.reject(new TypeError('no network')));
  page.getByRole('button', { name: 'Save picture' }).click();
  await page.findByText(/could not be saved/);
});

test('a picture is deleted after a question, and the others stay', async ({ user }) => {
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

test('a picture that another phone has deleted can be deleted here too', async ({ user }) => {
  const { train_id, generate_id } = job;
  const [first] = (await dataOf(user.get('getUserPicsByGenerateId', { generate_id }))).list;
  await user.post('deleteTrainAndGenerate', { train_id, generate_id, pic_id: first!.id });
  await deleteShown();

  await isShown(1, 3);
});

test('when the last picture is deleted, the job is deleted and the list opens', async ({ user }) => {
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

test('"Make another" chooses the same template and shows the price', async () => {
  page.getByRole('button', { name: 'Make another' }).click();
  await page.findByRole('heading', { level: 1, name: 'Make picture' });
  await waitFor(() =>
    expect(page.getByRole<HTMLInputElement>('radio', { name: job.title }).checked).toBe(true),
  );
  const question = within(await page.findByRole('dialog', { name: 'Make your pictures?' }));
  question.getByText(job.title);
  question.getByRole('button', { name: 'Cancel' }).click();
});

test('a job that is not on the first page of jobs is found on the next page', async () => {
  const pages = [[jobData({ title: 'A newer one' })], [job]];
  stubCall('getTrainAndGenerateResultList', () => ({ list: pages.shift() ?? [] }));
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByRole('heading', { level: 1, name: job.title });
});

test.each(['/pic?generate_id=nothing', '/pic'])('%s says that the pictures are gone', async address => {
  page = await renderAt(address);
  await page.findByText(/These pictures are no longer available/);
  await page.findByRole('button', { name: 'See my pictures' });
  expect(page.queryByRole('button', { name: 'Try again' })).toBeNull();
});

async function pageOf(user: ApiUser): Promise<string | undefined> {
  const { list } = await dataOf(user.get('getShareCards', { generate_id: job.generate_id }));
  return list[0]?.page_url;
}

test('the picture is shared as a file, without an address', async () => {
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

test('if a picture loads too late for the first tap, the next tap shares it', async () => {
  const share = addSheet();
  share.mockRejectedValueOnce(new DOMException('late', 'NotAllowedError'));
  await press('Share');
  await choose('Share', 'Send the picture');
  await choose('The picture is ready to send', 'Send the picture');

  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(page.queryByText('Sharing failed. Please try again.')).toBeNull();
});

test('without a share sheet the picture is saved', async () => {
  const saved = recordDownloads();
  await press('Share');
  await choose('Share', 'Save the picture to send it');

  await page.findByText('Picture saved');
  expect(saved).toEqual([expect.stringMatching(/\.jpg$/)]);
});

test('a link to the public page is copied if the user agrees, and asked about once', async ({ user }) => {
  await press('Share');
  await choose('Share', 'Copy a link to it');
  await choose('Make this picture public?', 'Make a public link');
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
  await choose('Share', 'Copy a link to it');
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(address));
});

test('if the user does not agree to a public page, nothing is copied', async ({ user }) => {
  await navigator.clipboard.writeText('mine');
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    await item?.getType('text/plain');
  });
  await press('Share');
  await choose('Share', 'Copy a link to it');
  await choose('Make this picture public?', 'Cancel');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());

  await expect(write.mock.results[0]?.value).rejects.toThrow();
  expect(await navigator.clipboard.readText()).toBe('mine');
  expect(await pageOf(user)).toBeUndefined();
});

test('if the clipboard refuses, the app asks for a second tap, then shows the link', async ({ user }) => {
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('no such items'));
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no press'));
  await press('Share');
  await choose('Share', 'Copy a link to it');
  await choose('Make this picture public?', 'Make a public link');
  await choose('Your link is ready', 'Copy link');

  const byHand = await page.findByRole('dialog', { name: 'Press and hold the link to copy it' });
  expect(byHand.textContent).toContain(await pageOf(user));
  expect(copied).toHaveBeenCalledTimes(2);
  expect(page.queryByText('Link copied')).toBeNull();
});

test('users see that their reported page is hidden, and its address is not copied', async ({ user }) => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  const picId = job.pics![0]!.id;
  await user.post('createShareCard', { generate_id: job.generate_id, pic_id: picId });
  changeData('getShareCards', ({ list }) => ({ list: list.map(card => ({ ...card, hidden: true })) }));
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByText('This picture was reported. Nobody else can see it until we have reviewed it.');
  expect(page.queryByRole('button', { name: 'Copy link' })).toBeNull();

  await press('Share');
  await choose('Share', 'Copy a link to it');
  const told = within(await page.findByRole('dialog', { name: 'Copy a link to it' }));
  told.getByText(/^This picture was reported/);
  told.getByRole('button', { name: 'Cancel' }).click();
  expect(copied).not.toHaveBeenCalled();
  await press('Stop sharing');
  await page.findByText('No longer public. The link has stopped working.');
});

test.for([
  ['Not like me: one free redo', [['What is wrong with these pictures?', 'Something else']]],
  [
    'Share',
    [
      ['Share', 'Copy a link to it'],
      ['Make this picture public?', 'Make a public link'],
    ],
  ],
] as const)(
  '"%s" shows a message if another phone has deleted the picture',
  async ([button, choices], { user }) => {
    await page.findByRole('button', { name: 'Before and after' });
    await user.post('deleteTrainAndGenerate', { train_id: job.train_id, generate_id: job.generate_id });

    await (button === 'Share' ? press : pressMore)(button);
    for (const [title, name] of choices) {
      const question = within(await page.findByRole('dialog', { name: title }));
      question.getByRole('button', { name }).click();
    }

    await page.findByText(/These pictures are no longer available/);
  },
);
