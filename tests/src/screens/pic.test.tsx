import { waitFor, within } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { type ApiUser, dataOf } from '../../support/api/api.ts';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept, stubCall } from '../../support/network/network.ts';
import { recordDownloads } from '../../support/phone/record-downloads.ts';
import { renderAt } from '../../support/render-at.tsx';
import { pressMore } from '../../support/wizard.ts';

let job: Job;
let page: Awaited<ReturnType<typeof renderAt>>;

beforeEach<{ user: ApiUser }>(async ({ user }) => {
  job = await aFinishedJob(user, 3);
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByText(job.title);
  await page.findByRole('button', { name: 'Save picture' });
});

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
  const question = within(await page.findByRole('dialog', { name: 'Delete this image?' }));
  question.getByRole('button', { name: 'Delete' }).click();
}

test('the pictures of a job are turned by their small ones and by the arrow keys', async () => {
  expect(document.querySelectorAll('img[fetchpriority=high]')).toHaveLength(1);
  await show(3, 4);
  const large = page.getByRole('button', { name: 'Picture 3, view full size' });
  large.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  await isShown(2, 4);
});

test('saving downloads the picture itself', async () => {
  const saved = recordDownloads();
  page.getByRole('button', { name: 'Save picture' }).click();

  await page.findByText('Picture saved');
  const { takeSteps } = await import('../../../src/platform/steps.ts');
  expect(takeSteps()).toEqual([['saved', 3]]);
  expect(saved).toEqual([expect.stringMatching(/^tyy-portraits-\w+\.jpg$/)]);
});

test('a picture that cannot be saved says so', async () => {
  intercept(() => Promise.reject(new TypeError('no network')));
  page.getByRole('button', { name: 'Save picture' }).click();
  await page.findByText(/could not be saved/);
});

test('deleting asks first', async ({ user }) => {
  await pressMore('Delete');
  const question = within(await page.findByRole('dialog', { name: 'Delete this image?' }));
  question.getByRole('button', { name: 'Cancel' }).click();
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(await picsLeft(user)).toBe(4);
});

test('a deleted picture is gone, and the others stay', async ({ user }) => {
  await show(4, 4);
  await deleteShown();

  await page.findByText('Picture deleted');
  await isShown(3, 3);
  expect(await picsLeft(user)).toBe(3);
});

test('a picture that another phone has deleted leaves when it is to be deleted here', async ({ user }) => {
  const { train_id, generate_id } = job;
  const [first] = (await dataOf(user.get('getUserPicsByGenerateId', { generate_id }))).list;
  await user.post('deleteTrainAndGenerate', { train_id, generate_id, pic_id: first!.id });
  await deleteShown();

  await isShown(1, 3);
});

test('the last one takes the job with it, and leads back to the list', async ({ user }) => {
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

test('another one like this is a tap away: its template is chosen, and its price asked', async () => {
  page.getByRole('button', { name: 'Make another' }).click();
  await page.findByRole('heading', { level: 1, name: 'Make picture' });
  await waitFor(() =>
    expect(page.getByRole<HTMLInputElement>('radio', { name: job.title }).checked).toBe(true),
  );
  const question = within(await page.findByRole('dialog', { name: 'Make your pictures?' }));
  question.getByText(job.title);
  question.getByRole('button', { name: 'Cancel' }).click();
});

test('a job that is not among the newest is found among those before them', async () => {
  const pages = [[jobData({ title: 'A newer one' })], [job]];
  stubCall('getTrainAndGenerateResultList', () => ({ list: pages.shift() ?? [] }));
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByRole('heading', { level: 1, name: job.title });
});

test('pictures that are not there say so', async () => {
  page = await renderAt('/pic?generate_id=nothing');
  await page.findByText(/These pictures are no longer available/);
});

test('an address without a job says that there are no pictures, and offers the way to the others', async () => {
  const page = await renderAt('/pic');
  await page.findByRole('button', { name: 'See my pictures' });
  expect(page.queryByRole('button', { name: 'Try again' })).toBeNull();
});
