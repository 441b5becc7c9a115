import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { recordRequests, stubCall } from '../../support/network/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { setSettings } from '../../support/set-settings.ts';

function stubJob(job: Partial<Job>): void {
  stubCall('getTrainAndGenerateResultById', () => ({ train_and_generate_info: jobData(job) }));
}
test('for a running job, the page shows the progress and remaining time, and says that the user may leave', async () => {
  stubJob({ status: 4, progress: 62, expect_minutes: 9, expect_seconds: 100 });
  const page = await renderAt('/making?train_id=t1&generate_id=');

  await page.findByText('62%');
  await page.findByText('About 2 minutes left');
  page.getByText(/You can leave this page/);
  expect(page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('62');
});

test.each([
  [1e9, 4],
  [undefined, 0],
])('for a count of %s pictures there are %s places', async (pic_count, places) => {
  stubJob({ status: 4, progress: 62, ...(pic_count !== undefined && { pic_count }) });
  const page = await renderAt('/making?train_id=t1&generate_id=');
  await page.findByText('62%');
  await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(places));
});

test.each([
  [3, 'In line, 3 sets ahead'],
  [1, 'In line, 1 set ahead'],
  [0, 'Checking your photos'],
])('if %i sets are before a job, it shows "%s"', async (queue_position, words) => {
  stubJob({ status: 1, queue_position, expect_seconds: 50 });
  const page = await renderAt('/making?train_id=t1&generate_id=');
  await page.findByText(words, { selector: 'p:not([role])' });
  expect(page.queryByRole('progressbar') === null).toBe(queue_position > 0);
});

test.each([
  ['finished', { status: 5 }, /Your pictures are ready/, 'Save picture'],
  ['refused', { status: 3 }, /Photo can’t be used. Choose another/, 'Upload new photos'],
  ['failed', { status: 6 }, /Your pictures couldn’t be made/, 'Try again'],
])('a %s job stays on Home until the user has seen it', async (_, end, card, seen) => {
  let state: Partial<Job> = { status: 4, progress: 30 };
  stubCall('getTrainAndGenerateResultById', () => ({ train_and_generate_info: jobData(state) }));
  const pic = { id: 'p1', pic_url: `${location.origin}/p1.jpg`, pic_width: 768, pic_height: 1024 };
  stubCall('getUserPicsByGenerateId', () => ({ list: [pic] }));
  const running = await renderAt('/making?train_id=t1&generate_id=g1');
  await running.findByText('30%');

  state = end;
  const home = await renderAt('/');
  await userEvent.click(await home.findByRole('button', { name: card }));
  await home.findByRole('button', { name: seen });

  // The page first shows the saved job, and removes it once the server has confirmed the status.
  await waitFor(() => expect(localStorage.getItem('tyy.job')).toBeNull());
  const requests = recordRequests();
  const again = await renderAt('/');
  // Without a saved job, Home requests the list of jobs, so wait for this.
  const paths = () => requests.map(({ path }) => path);
  await waitFor(() => expect(paths()).toContain('/v1/getTrainAndGenerateResultList'));
  expect(again.queryByRole('button', { name: /Paper moon/ })).toBeNull();
});

test('for a refused job, the page names the photos and the reasons, and lets the user choose other photos', async () => {
  const refuse_reasons = [
    { index: 0, problems: ['blurred', 'dark'] },
    { index: 2, problems: ['many_faces', 'something new'] },
  ];
  stubJob({ status: 3, refuse_reasons });
  const page = await renderAt('/making?train_id=t1&generate_id=g1');

  await page.findByText('We can’t use this photo');
  await page.findByText('Front photo');
  page.getByText('This photo is blurry.');
  page.getByText('Your face is too dark.');
  page.getByText('Turn towards a window or a lamp.');
  page.getByText('Photo 3');
  page.getByText('There is more than one face in this photo.');
  page.getByText('This photo can’t be used.');

  page.getByRole('button', { name: 'Upload new photos' }).click();
  await waitFor(() => expect(location.pathname + location.search).toBe('/tyy/make-pic?step=front'));
});

test('for a failed job, the page offers customer support, and another attempt with the same template', async () => {
  setSettings({ supportUrl: 'https://support.example/' });
  stubJob({ status: 6 });
  const page = await renderAt('/making?train_id=t1&generate_id=g1');

  await page.findByText('Creation failed');
  const support = page.getByRole<HTMLAnchorElement>('link', { name: 'Contact customer support' });
  expect(support.href).toBe('https://support.example/');

  page.getByRole('button', { name: 'Try again' }).click();
  await waitFor(() => expect(location.pathname).toBe('/tyy/make-pic'));
});

test('for an unknown job, the page says that the pictures are gone and offers the list of pictures', async () => {
  const page = await renderAt('/making?train_id=nothing&generate_id=');

  await page.findByText(/These pictures are no longer available/);
  page.getByRole('button', { name: 'See my pictures' }).click();
  await page.findByRole('heading', { level: 1, name: 'My pictures' });
});
