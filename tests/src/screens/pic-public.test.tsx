import { waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import type { ApiUser } from '../../support/api.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { press } from '../../support/wizard.ts';

let job: Job;
let page: Awaited<ReturnType<typeof renderAt>>;

beforeEach<{ user: ApiUser }>(async ({ user }) => {
  job = await aFinishedJob(user);
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
});

async function publicPages(user: ApiUser): Promise<string[]> {
  const { data } = await user.get('getShareCards', { generate_id: job.generate_id });
  return data.list.map(({ page_url }) => page_url);
}

test('a picture is public only after a question, its link is shared, and one tap takes it back', async ({
  user,
}) => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void copied.push(text));
  await press('Make a public link');
  await page.findByRole('dialog', { name: 'Make this picture public?' });
  await press('Cancel');
  expect(await publicPages(user)).toEqual([]);

  await press('Make a public link');
  (await page.findByRole('dialog')).querySelector<HTMLButtonElement>('[data-kind=primary]')?.click();
  await page.findByText('Public: anyone who has the link can see this picture.');
  await press('Copy link');
  await waitFor(async () => expect(copied).toEqual(await publicPages(user)));
  const [link = ''] = copied;
  expect((await fetch(link)).status).toBe(200);

  await press('Stop sharing');
  await page.findByText('No longer public. The link has stopped working.');
  await page.findByRole('button', { name: 'Make a public link' });
  expect((await fetch(link)).status).toBe(404);
});

test('one picture of several is public', async () => {
  await press('Make a public link');
  (await page.findByRole('dialog')).querySelector<HTMLButtonElement>('[data-kind=primary]')?.click();
  await page.findByRole('button', { name: 'Stop sharing' });

  (await page.findByRole('button', { name: 'Picture 2 of 4' })).click();
  await page.findByRole('button', { name: 'Make a public link' });
});

test.for([
  ['Make a public link', ['Make a public link']],
  ['Not like me', ['Something else']],
  ['Share', ['Copy a link to it', 'Make a public link']],
] as const)(
  'a picture that another phone has deleted is no dead end for "%s"',
  async ([button, choices], { user }) => {
    await page.findByRole('button', { name: 'Make a public link' });
    await page.findByRole('button', { name: 'Not like me' });
    await user.post('deleteTrainAndGenerate', { train_id: job.train_id, generate_id: job.generate_id });

    await press(button);
    for (const name of choices) {
      await waitFor(() => within(page.getByRole('dialog')).getByRole('button', { name }).click());
    }

    await page.findByText(/These pictures are no longer available/);
  },
);
