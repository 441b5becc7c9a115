import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import { aFinishedJob } from '../../support/a-job.ts';
import { answerInstead, jobAnswer } from '../../support/answers.ts';
import { renderAt, signedIn } from '../../support/render-at.tsx';

const jobs = '/v1/getTrainAndGenerateResultList';
let token: string;

beforeEach(async () => {
  token = await signedIn();
});

/** A page with one job in each state, then an empty one. */
function answerEachState(): void {
  const states = [4, 5, 3, 6].map(status => {
    const { train_and_generate_info } = jobAnswer({
      train_id: `t${status}`,
      generate_id: `g${status}`,
      status,
    }) as {
      train_and_generate_info: object;
    };
    return train_and_generate_info;
  });
  let asked = 0;
  answerInstead(jobs, () => ({ list: asked++ === 0 ? states : [] }));
}

test('a finished job is there with its state and time, and opens its pictures', async () => {
  const job = await aFinishedJob(token);
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
  answerEachState();
  const page = await renderAt('/pic-list');
  (await page.findByRole('button', { name: state })).click();
  await waitFor(() => expect(location.pathname + location.search).toBe(address));
});

test('who has none is led to making one', async () => {
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
  answerInstead(jobs, () => (works ? { list: [] } : 'no network'));
  const page = await renderAt('/pic-list');
  await page.findByText('This could not be loaded. Please try again.');

  works = true;
  page.getByRole('button', { name: 'Try again' }).click();
  await page.findByText(/You have no pictures yet/);
});
