import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { aFinishedJob } from '../../support/a-job.ts';
import { jobData } from '../../support/job-data.ts';
import { stubCall } from '../../support/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';

/** A page with one job in each state, then an empty one. */
function stubEachState(): void {
  const pages = [
    [4, 5, 3, 6].map(status => jobData({ train_id: `t${status}`, generate_id: `g${status}`, status })),
  ];
  stubCall('getTrainAndGenerateResultList', () => ({ list: pages.shift() ?? [] }));
}

test('a finished job is there with its state and time, and opens its pictures', async ({ user }) => {
  const job = await aFinishedJob(user);
  const page = await renderAt('/pic-list');

  (await page.findByRole('button', { name: new RegExp(`${job.title}.*Done.*(just now|ago)`) })).click();
  await waitFor(() =>
    expect(location.pathname + location.search).toBe(`/tyy/pic?generate_id=${job.generate_id}`),
  );
});

test.each([
  [/Creating 40%/, '/tyy/making?train_id=t4&generate_id=g4'],
  [/Done/, '/tyy/pic?generate_id=g5'],
  [/Photo review not passed/, '/tyy/making?train_id=t3&generate_id=g3'],
  [/Creation failed/, '/tyy/making?train_id=t6&generate_id=g6'],
])('a job that says %s opens %s', async (state, address) => {
  stubEachState();
  const page = await renderAt('/pic-list');
  (await page.findByRole('button', { name: state })).click();
  await waitFor(() => expect(location.pathname + location.search).toBe(address));
});

test('a user who has none is led to making one', async () => {
  const page = await renderAt('/pic-list');
  await page.findByText(/You have no pictures yet/);
  page.getByRole('button', { name: 'Make a picture' }).click();
  await page.findByRole('heading', { level: 1, name: 'Make picture' });
});

test('refreshing says that it worked', async () => {
  const page = await renderAt('/pic-list');
  await page.findByText(/You have no pictures yet/);
  page.getByRole('button', { name: 'Refresh' }).click();
  await page.findByText('Refreshed');
});

test('a list that does not come can be tried again', async () => {
  let works = false;
  stubCall('getTrainAndGenerateResultList', () => (works ? { list: [] } : 'no network'));
  const page = await renderAt('/pic-list');
  await page.findByText('This could not be loaded. You may be offline.');

  works = true;
  page.getByRole('button', { name: 'Try again' }).click();
  await page.findByText(/You have no pictures yet/);
});
