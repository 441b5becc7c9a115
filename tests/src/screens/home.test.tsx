import { waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { aJob } from '../../support/a-job.ts';
import { jobData } from '../../support/job-data.ts';
import { stubCall } from '../../support/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { signedIn } from '../../support/signed-in.ts';

const pictures = () => [...document.querySelectorAll('img')].map(image => new URL(image.src).pathname);

test('it shows the four pictures of the server, with their captions', async () => {
  stubCall('getHomePics', () => ({ list: ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'] }));
  const page = await renderAt('/');

  await waitFor(() => expect(pictures()).toEqual(['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg']));
  page.getByRole('heading', { level: 1, name: 'Portraits of you' });
  for (const caption of ['Upload picture', 'Choose template', 'Download picture']) page.getByText(caption);
});

test('when they do not come, the bundled ones are there', async () => {
  stubCall('getHomePics', () => 'no network');
  await renderAt('/');

  await waitFor(() =>
    expect(pictures()).toEqual([
      '/tyy/home/background.svg',
      '/tyy/home/step-upload.svg',
      '/tyy/home/step-choose.svg',
      '/tyy/home/step-download.svg',
    ]),
  );
});

test('when the pictures of the server do not load, the bundled ones stand in', async () => {
  stubCall('getHomePics', () => ({ list: ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'] }));
  const page = await renderAt('/');
  await waitFor(() => expect(pictures()).toContain('/a.jpg'));

  for (const image of document.querySelectorAll('img')) image.dispatchEvent(new Event('error'));

  await waitFor(() =>
    expect(pictures()).toEqual([
      '/tyy/home/background.svg',
      '/tyy/home/step-upload.svg',
      '/tyy/home/step-choose.svg',
      '/tyy/home/step-download.svg',
    ]),
  );
  expect(page.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a list that is too short is completed', async () => {
  stubCall('getHomePics', () => ({ list: ['/a.jpg'] }));
  await renderAt('/');
  await waitFor(() => expect(pictures()).toHaveLength(4));
  expect(pictures()[1]).toBe('/tyy/home/step-upload.svg');
});

test('a guest is shown no job, and nothing asks them to sign in', async () => {
  const page = await renderAt('/');
  await waitFor(() => expect(pictures()).toHaveLength(4));
  expect(page.queryByRole('button', { name: /pictures are/ })).toBeNull();
  expect(location.pathname).toBe('/tyy/');
});

test('a job that was started elsewhere is found', async () => {
  await signedIn();
  stubCall('getTrainAndGenerateResultList', () => ({ list: [jobData({})] }));
  const page = await renderAt('/');
  await page.findByRole('button', { name: /Paper moon.*Your pictures are being made/ });
});

test.each([
  { state: 'that runs is found', status: 4, isFound: true },
  { state: 'that is done is not taken again', status: 5, isFound: false },
])('where the list says nothing of how jobs are, one $state', async ({ status, isFound }) => {
  await signedIn();
  stubCall('getTrainAndGenerateResultList', () => ({ list: [{ train_id: 't1', title: 'Paper moon' }] }));
  const responses = vi.fn(() => ({ train_and_generate_info: jobData({ status }) }));
  stubCall('getTrainAndGenerateResultById', responses);

  const page = await renderAt('/');

  await waitFor(() => expect(responses).toHaveBeenCalled());
  const card = () => page.queryByRole('button', { name: /Paper moon/ });
  if (isFound) await waitFor(() => expect(card()).not.toBeNull());
  else expect(card() ?? localStorage.getItem('tyy.job')).toBeNull();
});

test('a job that ends while Home is open is ready to be looked at', async () => {
  const user = await signedIn();
  const { train_id: trainId, generate_id: generateId } = await aJob(user);
  const job = { trainId, generateId, templateId: 1, title: 'Paper moon', coverUrl: '', status: 'generating' };
  localStorage.setItem('tyy.job', JSON.stringify({ ...job, progress: 10, refusedPhotos: [] }));

  const page = await renderAt('/');

  (await page.findByRole('button', { name: /Your pictures are ready/ }, { timeout: 10_000 })).click();
  await waitFor(() => expect(location.pathname).toBe('/tyy/pic'));
});

test('a job that the server no longer knows leaves Home, and is forgotten', async () => {
  await signedIn();
  const job = { trainId: 'gone', generateId: 'gone', templateId: 1, title: 'Paper moon', coverUrl: '' };
  localStorage.setItem('tyy.job', JSON.stringify({ ...job, status: 'generating', refusedPhotos: [] }));

  const page = await renderAt('/');

  await page.findByRole('button', { name: /Paper moon/ });
  await waitFor(() => expect(page.queryByRole('button', { name: /Paper moon/ })).toBeNull());
  expect(localStorage.getItem('tyy.job')).toBeNull();
});

test('the button leads to making a picture', async () => {
  await signedIn();
  const page = await renderAt('/');
  (await page.findByRole('link', { name: 'Make my picture' })).click();
  await page.findByRole('heading', { level: 1, name: 'Make picture' });
});
