import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import type { Draft, Photo } from '../../../src/state/draft.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept, recordRequests } from '../../support/network/network.ts';
import { get, set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { button, heading, press, readyToMake } from '../../support/wizard.ts';

beforeEach(newPhone);

const changed = 'This was changed in another tab. Please check it again.';

/** Changes the saved draft without notifying this tab. */
async function changeInOtherTab(change: (draft: Draft) => Partial<Draft>): Promise<void> {
  const draft = JSON.parse(String(await get('tyy.wizard'))) as Draft;
  await set('tyy.wizard', JSON.stringify({ ...draft, ...change(draft) }));
}

/** Opens the question about the price; returns a function with the number of jobs that this tab has requested since. */
async function openPrice(): Promise<() => number> {
  await readyToMake();
  const requests = recordRequests();
  await press(/^Use template/);
  await button('Make my pictures');
  const { saveWizard } = await import('../../../src/state/wizard.ts');
  await saveWizard();
  return () => requests.filter(({ path }) => path === '/v1/goTrainAndGeneratePic').length;
}

const unsent = { id: 'other', status: 'uploading', address: null, preview: '' } as const;
const uploading = (photo: Photo): Photo => ({ ...photo, ...unsent });

test('if another tab has deselected the template, "Make my pictures" creates no job', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ templateId: null, templateTitle: '', templatePicUrl: '' }));

  await press('Make my pictures');

  await screen.findByText(changed);
  expect(await button(/^Use template/)).toHaveProperty('disabled', true);
  expect(screen.queryByText(/being made/)).toBeNull();
  expect(jobs()).toBe(0);
});

test('if another tab is uploading a new front photo, "Make my pictures" creates no job', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(({ photos }) => ({ photos: photos.map(uploading) }));

  await press('Make my pictures');

  await screen.findByText('This photo is no longer on your phone. Please choose it again.');
  await press('Close');
  await screen.findByText(changed);
  expect(jobs()).toBe(0);
});

test('if another tab has removed all photos, "Make my pictures" asks for a front photo', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ photos: [] }));

  await press('Make my pictures');

  await heading('Add a front photo');
  expect(jobs()).toBe(0);
});

test('if another tab has chosen another template, "Make my pictures" first shows this template’s price', async () => {
  const jobs = await openPrice();
  const made = { trainId: '7', generateId: '8' };
  await changeInOtherTab(() => ({ templateId: 4, templateTitle: 'Another one', made }));

  await press('Make my pictures');

  await screen.findByText('Another one');
  expect(jobs()).toBe(0);
  await press('Make my pictures');
  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(jobs()).toBe(1);
});

test('if another tab has already created the job, "Make my pictures" asks before creating another job', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ made: { trainId: '7', generateId: '8' } }));

  await press('Make my pictures');

  await screen.findByText('You already started this set. Make another?');
  expect(jobs()).toBe(0);
  await press('Make another');
  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(jobs()).toBe(1);
});

test('a change of the draft while a job is requested does not change the request', async () => {
  await openPrice();
  const requests = recordRequests();
  intercept(async ({ path }, send) => {
    if (path === '/v1/getTrainAndGenerateResultList') await changeInOtherTab(() => ({ photos: [] }));
    return send();
  });
  const { requestJob, lookOnce } = await import('../../../src/flows/jobs/request-job.ts');
  const { wizard } = await import('../../../src/state/wizard.ts');
  const addresses = wizard.photos.flatMap(({ address }) => address ?? []);

  await requestJob(1, addresses, lookOnce(1));

  expect(addresses).toHaveLength(1);
  const [sent] = requests.filter(({ path }) => path === '/v1/goTrainAndGeneratePic');
  expect(JSON.parse(sent!.body)).toMatchObject({ resource_pics: addresses });
});
