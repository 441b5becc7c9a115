import { waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { type ApiUser, dataOf } from '../../support/api/api.ts';
import { test } from '../../support/api/signed-in.ts';
import { changeData, intercept, recordRequests } from '../../support/network/network.ts';
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
});
afterEach(removeSheet);

async function pageOf(user: ApiUser): Promise<string | undefined> {
  const { list } = await dataOf(user.get('getShareCards', { generate_id: job.generate_id }));
  return list[0]?.page_url;
}

test('the picture is sent as a file, with no address beside it', async () => {
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

test('closing the share sheet is no failure', async () => {
  const share = addSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
  await press('Share');
  await choose('Share', 'Send the picture');

  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(page.queryByText('Sharing failed. Please try again.')).toBeNull();
});

test('a picture that came too late for its press is sent by the next one', async () => {
  const share = addSheet();
  share.mockRejectedValueOnce(new DOMException('late', 'NotAllowedError'));
  await press('Share');
  await choose('Share', 'Send the picture');
  await choose('The picture is ready to send', 'Send the picture');

  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(page.queryByText('Sharing failed. Please try again.')).toBeNull();
});

test('without a share sheet the picture is saved, and the app says that', async () => {
  const saved = recordDownloads();
  await press('Share');
  await choose('Share', 'Save the picture to send it');

  await page.findByText('Picture saved');
  expect(saved).toEqual([expect.stringMatching(/\.jpg$/)]);
});

test('a link leads to the public page, once its user has agreed to it; a second one is not asked for', async ({
  user,
}) => {
  await press('Share');
  await choose('Share', 'Copy a link to it');
  await choose('Make this picture public?', 'Make a public link');
  await page.findByText('Link copied');
  const address = await pageOf(user);
  expect(address).toContain('/share/');
  expect(await navigator.clipboard.readText()).toBe(address);
  await page.findByText(/^Public: anyone/);

  await navigator.clipboard.writeText('');
  await press('Share');
  await choose('Share', 'Copy a link to it');
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(address));
});

test('a clipboard that takes nothing once the page has come has been handed it with the press', async ({
  user,
}) => {
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
  await choose('Share', 'Copy a link to it');
  await choose('Make this picture public?', 'Make a public link');
  await page.findByText('Link copied');

  expect(await navigator.clipboard.readText()).toBe(await pageOf(user));
  expect(events).toEqual(['handed over', 'handed over', 'made']);
});

test('who does not agree to a public page copies nothing', async ({ user }) => {
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

test('a clipboard that wants a press of its own gets it; one that refuses leaves the link to be copied by hand', async ({
  user,
}) => {
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

test('a picture is public only after a question, its link is shared, and one tap takes it back', async ({
  user,
}) => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void copied.push(text));
  await pressMore('Make a public link');
  await page.findByRole('dialog', { name: 'Make this picture public?' });
  await press('Cancel');
  expect(await pageOf(user)).toBeUndefined();

  await pressMore('Make a public link');
  await choose('Make this picture public?', 'Make a public link');
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

test('a reported page says so to its user, and its address goes out no more', async ({ user }) => {
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
  'a picture that another phone has deleted is no dead end for "%s"',
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

test('a report whose question is closed is not sent', async () => {
  const requests = recordRequests();
  await pressMore('Report');
  await page.findByRole('dialog', { name: 'Report this picture' });
  await press('Cancel');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(requests.map(({ path }) => path)).not.toContain('/v1/reportPic');
});
