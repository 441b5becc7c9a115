import { waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { stubCall } from '../../support/network/network.ts';
import { get, set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { choose } from '../../support/phone/share-sheet.ts';
import { renderAt } from '../../support/render-at.tsx';
import { pressMore } from '../../support/wizard.ts';

beforeEach(newPhone);

/** Stubs a page with a job in each state, then an empty page. */
function stubEachState(): void {
  const pages = [
    [4, 5, 3, 6].map(status => jobData({ train_id: `t${status}`, generate_id: `g${status}`, status })),
  ];
  stubCall('getTrainAndGenerateResultList', () => ({ list: pages.shift() ?? [] }));
}

test('My pictures shows a finished job’s state, time and remaining pictures', async ({ user }) => {
  const job = await aFinishedJob(user);
  const shown = async () =>
    [...(await row()).querySelectorAll('img')].map(({ src }) => new URL(src, location.href).href);
  const page = await renderAt('/pic-list');
  const row = () => page.findByRole('button', { name: new RegExp(`${job.title}.*Done.*(just now|ago)`) });
  const addresses = job.pics!.map(({ list_url }) => list_url);
  expect(await shown()).toEqual(addresses);

  (await row()).click();
  await waitFor(() =>
    expect(location.pathname + location.search).toBe(`/tyy/pic?generate_id=${job.generate_id}`),
  );
  await pressMore('Delete');
  await choose('Delete this image?', 'Delete');
  await page.findByText('Picture deleted');
  stubCall('getTrainAndGenerateResultList', () => 'no network');
  history.back();
  await row();
  expect(await shown()).toEqual(addresses.slice(1));
});

test.each([
  ['bare addresses', ['/a.jpg', '/b.jpg'], ['/a.jpg', '/b.jpg']],
  ['no pictures', [], ['/cover.jpg']],
] as const)('a set with %s shows these, or else its cover', async (_, pics, expected) => {
  const pages = [[{ ...jobData({ status: 5, cover_url: '/cover.jpg' }), pics }]] as unknown as Job[][];
  stubCall('getTrainAndGenerateResultList', () => ({ list: pages.shift() ?? [] }));
  const page = await renderAt('/pic-list');
  const row = await page.findByRole('button', { name: /Paper moon/ });
  expect([...row.querySelectorAll('img')].map(image => image.getAttribute('src'))).toEqual(expected);
});

test.each([
  [/Creating 40%/, '/tyy/making?train_id=t4&generate_id=g4'],
  [/Done/, '/tyy/pic?generate_id=g5'],
  [/We can’t use this photo/, '/tyy/making?train_id=t3&generate_id=g3'],
  [/Creation failed/, '/tyy/making?train_id=t6&generate_id=g6'],
])('a job that says %s opens %s', async (state, address) => {
  stubEachState();
  const page = await renderAt('/pic-list');
  (await page.findByRole('button', { name: state })).click();
  await waitFor(() => expect(location.pathname + location.search).toBe(address));
});

test('favourites can be seen together, also those that were just added or removed', async ({ user }) => {
  const job = await aFinishedJob(user);
  const page = await renderAt('/pic-list');
  const link = (number: number) =>
    document.querySelector<HTMLElement>(`a[href$="pic_id=${job.pics![number - 1]!.id}"]`);
  (await page.findByRole('link', { name: 'Favourites' })).click();
  await page.findByText('Tap the heart under a picture to find it here.');
  expect(page.getByRole('link', { name: 'Favourites' }).getAttribute('aria-current')).toBe('page');

  const { go } = await import('../../../src/platform/navigation.ts');
  go(`/pic?generate_id=${job.generate_id}&pic_id=${job.pics![1]!.id}`);
  (await page.findByRole('button', { name: 'Favourite' })).click();
  await waitFor(async () => expect(await get('tyy.favourites')).toContain(job.pics![1]!.id));
  history.back();
  await waitFor(() => expect(link(2)).not.toBeNull());
  expect(link(1)).toBeNull();

  link(2)!.click();
  (await page.findByRole('button', { name: 'Favourite', pressed: true })).click();
  await waitFor(async () => expect(await get('tyy.favourites')).not.toContain(job.pics![1]!.id));
  history.back();
  await page.findByText('Tap the heart under a picture to find it here.');
  page.getByRole('link', { name: 'All' }).click();
  await page.findByRole('button', { name: /Done/ });
});

test('if no favourite can be loaded, the page says so and tries again', async () => {
  await set('tyy.favourites', JSON.stringify([{ id: 'p1', generateId: 'g1' }]));
  stubCall('getUserPicsByGenerateId', () => 'no network');
  const page = await renderAt('/pic-list?favourites=1');
  await page.findByText(/couldn’t be loaded/);
  const pic = { id: 'p1', pic_url: `${location.origin}/p1.jpg`, pic_width: 768, pic_height: 1024 };
  stubCall('getUserPicsByGenerateId', () => ({ list: [pic] }));
  page.getByRole('button', { name: 'Try again' }).click();
  await waitFor(() => expect(document.querySelector('a[href$="pic_id=p1"]')).not.toBeNull());
});

test('an empty list of pictures has buttons to refresh the list and to make a picture', async () => {
  const page = await renderAt('/pic-list');
  await page.findByText(/You have no pictures yet/);
  page.getByRole('button', { name: 'Refresh' }).click();
  await page.findByText('Refreshed');
  page.getByRole('button', { name: 'Make my pictures' }).click();
  await page.findByRole('heading', { level: 1, name: 'Make pictures' });
});
