import { waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { type ApiUser, dataOf } from '../../support/api/api.ts';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { changeData, intercept, recordRequests, stubCall } from '../../support/network/network.ts';
import { recordDownloads } from '../../support/phone/record-downloads.ts';
import { addSheet, choose, removeSheet } from '../../support/phone/share-sheet.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press, pressMore } from '../../support/wizard.ts';

let job: Job;
let page: Awaited<ReturnType<typeof renderAt>>;

beforeEach<{ user: ApiUser }>(async ({ user }) => {
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

test('"Save picture" downloads the picture itself', async () => {
  const saved = recordDownloads();
  page.getByRole('button', { name: 'Save picture' }).click();

  await page.findByText('Picture saved');
  const { takeSteps } = await import('../../../src/platform/steps.ts');
  expect(takeSteps()).toEqual([['saved', 3]]);
  expect(saved).toEqual([expect.stringMatching(/^tyy-portraits-\w+\.jpg$/)]);
});

test('if a picture cannot be saved, the page says so', async () => {
  intercept(() => Promise.reject(new TypeError('no network')));
  page.getByRole('button', { name: 'Save picture' }).click();
  await page.findByText(/couldn’t be saved/);
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
  await page.findByRole('heading', { level: 1, name: 'Make pictures' });
  await waitFor(() =>
    expect(page.getByRole<HTMLInputElement>('radio', { name: job.title }).checked).toBe(true),
  );
  const question = within(await page.findByRole('dialog', { name: 'Make this set?' }));
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

test('closing the share sheet is not an error', async () => {
  const share = addSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
  await press('Share');
  await choose('Share', 'Send the picture');

  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(page.queryByText('Sharing failed. Please try again.')).toBeNull();
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
  await choose('Share', 'Save, then send');

  await page.findByText('Picture saved');
  expect(saved).toEqual([expect.stringMatching(/\.jpg$/)]);
});

test('a link to the public page is copied if the user agrees, and asked about once', async ({ user }) => {
  await press('Share');
  await choose('Share', 'Get a link');
  await choose('Make this picture public?', 'Get a link');
  await page.findByText('Link copied');
  const address = await pageOf(user);
  expect(address).toContain('/share/');
  expect(await navigator.clipboard.readText()).toBe(address);
  await page.findByText(/^Public: anyone/);

  await navigator.clipboard.writeText('');
  await press('Share');
  await choose('Share', 'Get a link');
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(address));
});

test('the clipboard gets the link during the tap, before the page is made', async ({ user }) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no press'));
  const events: string[] = [];
  const write = navigator.clipboard.write.bind(navigator.clipboard);
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(items => {
    events.push('handed over');
    return write(items);
  });
  intercept(async ({ path }, send) => {
    const response = await send();
    if (path === '/v1/createShareCard') events.push('made');
    return response;
  });
  await press('Share');
  await choose('Share', 'Get a link');
  await choose('Make this picture public?', 'Get a link');
  await page.findByText('Link copied');

  expect(await navigator.clipboard.readText()).toBe(await pageOf(user));
  expect(events).toEqual(['handed over', 'handed over', 'made']);
});

test('if the user does not agree to a public page, nothing is copied', async ({ user }) => {
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

test('if the clipboard refuses, the app asks for a second tap, then shows the link', async ({ user }) => {
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

test('a picture is public after a question, until one tap ends it', async ({ user }) => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void copied.push(text));
  await pressMore('Get a link');
  await page.findByRole('dialog', { name: 'Make this picture public?' });
  await press('Cancel');
  expect(await pageOf(user)).toBeUndefined();

  await pressMore('Get a link');
  await choose('Make this picture public?', 'Get a link');
  await page.findByText('Public: anyone who has the link can see this picture.');
  await press('Copy link');
  await waitFor(async () => expect(copied).toEqual([await pageOf(user)]));
  const [link = ''] = copied;
  expect((await fetch(link)).status).toBe(200);

  await press('Stop sharing');
  await page.findByText('No longer public. The link has stopped working.');
  await waitFor(() => expect(page.queryByRole('button', { name: 'Stop sharing' })).toBeNull());
  expect((await fetch(link)).status).toBe(404);
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
      const question = within(await page.findByRole('dialog', { name: title }));
      question.getByRole('button', { name }).click();
    }

    await page.findByText(/These pictures are no longer available/);
  },
);

test('a cancelled report is not sent', async () => {
  const requests = recordRequests();
  await pressMore('Report');
  await page.findByRole('dialog', { name: 'Report this picture' });
  await press('Cancel');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(requests.map(({ path }) => path)).not.toContain('/v1/reportPic');
});
