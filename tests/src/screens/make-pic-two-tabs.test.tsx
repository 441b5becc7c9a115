import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import type { Draft, Photo } from '../../../src/state/draft.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept, recordRequests } from '../../support/network/network.ts';
import { get, set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { button, heading, press, readyToMake } from '../../support/wizard.ts';

beforeEach(newPhone);

const changed = 'This was changed in another tab. Please check it again.';

/** Another tab saves the draft without notifying this tab. */
async function changeInOtherTab(change: (draft: Draft) => Partial<Draft>): Promise<void> {
  const draft = JSON.parse(String(await get('tyy.wizard'))) as Draft;
  await set('tyy.wizard', JSON.stringify({ ...draft, ...change(draft) }));
}

/** Opens the question about the price; returns a count of the jobs that this tab requests from then on. */
async function openPrice(): Promise<() => number> {
  await readyToMake();
  const requests = recordRequests();
  await press(/^Use template/);
  await button('Make my pictures');
  const { saveWizard } = await import('../../../src/state/wizard.ts');
  await saveWizard();
  return () => requests.filter(({ path }) => path === '/v1/goTrainAndGeneratePic').length;
}

const uploading = (photo: Photo): Photo => ({
  ...photo,
  id: 'other',
  status: 'uploading',
  address: null,
  preview: '',
});

test('a template that another tab has taken back is no job that was made', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ templateId: null, templateTitle: '', templatePicUrl: '' }));

  await press('Make my pictures');

  await screen.findByText(changed);
  expect(await button(/^Use template/)).toHaveProperty('disabled', true);
  expect(screen.queryByText(/being made/)).toBeNull();
  expect(jobs()).toBe(0);
});

test('a front photo that another tab has replaced, and is still uploading, is not left out', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(({ photos }) => ({ photos: photos.map(uploading) }));

  await press('Make my pictures');

  await screen.findByText('This photo is no longer on your phone. Please choose it again.');
  await press('Close');
  await screen.findByText(changed);
  expect(jobs()).toBe(0);
});

test('photos that another tab has all removed are asked for', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ photos: [] }));

  await press('Make my pictures');

  await heading('Add a front photo');
  expect(jobs()).toBe(0);
});

test('a template that another tab has chosen since is shown with its price first', async () => {
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

test('what another tab has made since is paid again only where the user wants another, whatever is chosen by then', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ made: { trainId: '7', generateId: '8' } }));

  await press('Make my pictures');

  await screen.findByText('You have just started this one. Make another?');
  expect(jobs()).toBe(0);
  await press('Make another');
  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(jobs()).toBe(1);
});

test('what changes while the job is being asked for changes nothing of what was agreed to', async () => {
  await openPrice();
  let sent: { resource_pics: string[] } | null = null;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (String(input).endsWith('/v1/goTrainAndGeneratePic')) sent = JSON.parse(String(init?.body));
    return fetch(input, init);
  });
  intercept(async ({ path }, send) => {
    if (path === '/v1/getTrainAndGenerateResultList') await changeInOtherTab(() => ({ photos: [] }));
    return send();
  });
  const { requestJob, lookOnce } = await import('../../../src/flows/jobs/request-job.ts');
  const { wizard } = await import('../../../src/state/wizard.ts');
  const addresses = wizard.photos.flatMap(({ address }) => address ?? []);

  await requestJob(1, addresses, lookOnce(1));

  expect(addresses).toHaveLength(1);
  expect(sent).toMatchObject({ resource_pics: addresses });
});
