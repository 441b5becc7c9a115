import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import { type ApiUser, dataOf } from '../../support/api.ts';
import { intercept } from '../../support/network.ts';
import { recordDownloads } from '../../support/record-downloads.ts';
import { renderAt } from '../../support/render-at.tsx';
import { addSheet, choose, removeSheet } from '../../support/share-sheet.ts';
import { test } from '../../support/signed-in.ts';

let job: Job;
let page: Awaited<ReturnType<typeof renderAt>>;

beforeEach<{ user: ApiUser }>(async ({ user }) => {
  job = await aFinishedJob(user, 3);
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByText(job.title);
});
afterEach(removeSheet);

async function press(name: string): Promise<void> {
  (await page.findByRole('button', { name })).click();
}

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
