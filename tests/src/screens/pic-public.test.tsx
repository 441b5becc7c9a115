import { waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import type { ApiUser } from '../../support/api.ts';
import { changeData, recordRequests } from '../../support/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { press, pressMore } from '../../support/wizard.ts';

let job: Job;
let page: Awaited<ReturnType<typeof renderAt>>;

beforeEach<{ user: ApiUser }>(async ({ user }) => {
  job = await aFinishedJob(user);
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
});

async function agree(): Promise<void> {
  const question = within(await page.findByRole('dialog', { name: 'Make this picture public?' }));
  question.getByRole('button', { name: 'Make a public link' }).click();
}

async function publicPages(user: ApiUser): Promise<string[]> {
  const { data } = await user.get('getShareCards', { generate_id: job.generate_id });
  return data.list.map(({ page_url }) => page_url);
}

async function picIds(user: ApiUser): Promise<string[]> {
  const { data } = await user.get('getUserPicsByGenerateId', { generate_id: job.generate_id });
  return data.list.map(({ id }) => id);
}

test('a picture is public only after a question, its link is shared, and one tap takes it back', async ({
  user,
}) => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void copied.push(text));
  await pressMore('Make a public link');
  await page.findByRole('dialog', { name: 'Make this picture public?' });
  await press('Cancel');
  expect(await publicPages(user)).toEqual([]);

  await pressMore('Make a public link');
  await agree();
  await page.findByText('Public: anyone who has the link can see this picture.');
  await press('Copy link');
  await waitFor(async () => expect(copied).toEqual(await publicPages(user)));
  const [link = ''] = copied;
  expect((await fetch(link)).status).toBe(200);

  await press('Stop sharing');
  await page.findByText('No longer public. The link has stopped working.');
  await waitFor(() => expect(page.queryByRole('button', { name: 'Stop sharing' })).toBeNull());
  expect((await fetch(link)).status).toBe(404);
});

test('a reported page says so to its user, and its address goes out no more', async ({ user }) => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  const [picId] = await picIds(user);
  await user.post('createShareCard', { generate_id: job.generate_id, pic_id: picId! });
  changeData('getShareCards', ({ list }) => ({ list: list.map(card => ({ ...card, hidden: true })) }));
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByText('This picture was reported. Nobody else can see it until we have reviewed it.');
  expect(page.queryByRole('button', { name: 'Copy link' })).toBeNull();

  await press('Share');
  const choice = within(await page.findByRole('dialog', { name: 'Share' }));
  choice.getByRole('button', { name: 'Copy a link to it' }).click();
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
