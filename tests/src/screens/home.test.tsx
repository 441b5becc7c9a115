import { waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { jobData } from '../../support/api/job-data.ts';
import { signedIn } from '../../support/api/signed-in.ts';
import { stubCall } from '../../support/network/network.ts';
import { renderAt } from '../../support/render-at.tsx';

const pictures = () => [...document.querySelectorAll('img')].map(image => new URL(image.src).pathname);

const bundled = (type: string) =>
  ['background', 'step-upload', 'step-choose', 'step-download'].map(name => `/tyy/home/${name}.${type}`);

test("Home shows the server's four pictures with captions, and loads the large picture with high priority", async () => {
  stubCall('getHomePics', () => ({ list: ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'] }));
  const page = await renderAt('/');

  await waitFor(() => expect(pictures()).toEqual(['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg']));
  const urgency = [...document.querySelectorAll('img')].map(image => image.getAttribute('fetchpriority'));
  expect(urgency).toEqual(['high', 'auto', 'auto', 'auto']);
  page.getByRole('heading', { level: 1, name: 'Portraits of you' });
  for (const caption of ['Upload picture', 'Choose template', 'Download picture']) page.getByText(caption);
});

test("if the server's list of pictures fails to load, Home shows the bundled pictures", async () => {
  stubCall('getHomePics', () => 'no network');
  await renderAt('/');

  await waitFor(() => expect(pictures()).toEqual(bundled('avif')));
});

test("if the server's pictures fail to load, Home shows the bundled pictures", async () => {
  stubCall('getHomePics', () => ({ list: ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'] }));
  const page = await renderAt('/');
  await waitFor(() => expect(pictures()).toContain('/a.jpg'));

  for (const image of document.querySelectorAll('img')) image.dispatchEvent(new Event('error'));

  await waitFor(() => expect(pictures()).toEqual(bundled('webp')));
  expect(page.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test("of the app's own pictures, Home loads the smaller files than those that the server lists", async () => {
  const answer = vi.fn(() => ({ list: bundled('webp') }));
  stubCall('getHomePics', answer);
  const page = await renderAt('/');

  await waitFor(() => expect(answer).toHaveBeenCalled());
  await page.findByRole('slider', { name: 'Photo to picture' });
  expect(pictures()).toEqual(bundled('avif'));
});

test('the second half of the background loads when somebody reaches for the slider', async () => {
  const page = await renderAt('/');
  const slider = await page.findByRole<HTMLInputElement>('slider', { name: 'Photo to picture' });
  expect(pictures()).toHaveLength(4);

  slider.focus();
  await waitFor(() => expect(pictures()).toContain('/tyy/home/background-other.avif'));
});

test("a background of the server's own is shown whole, without a slider", async () => {
  stubCall('getHomePics', () => ({ ...samples, list: ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'] }));
  const page = await renderAt('/');

  await page.findByText('2 sets free');
  expect(page.queryByRole('slider')).toBeNull();
});

test("a returning user sees their latest picture in the background's place", async () => {
  await signedIn();
  stubCall('getHomePics', () => ({ ...samples, list: bundled('webp') }));
  const jobs = [jobData({ status: 5, generate_id: 'g7', cover_url: '/sand.jpg' })];
  stubCall('getTrainAndGenerateResultList', () => ({ list: jobs }));
  const page = await renderAt('/');

  const latest = await page.findByRole('link', { name: 'Your latest pictures' });
  expect(latest.getAttribute('href')).toBe('/tyy/pic?generate_id=g7');
  expect(page.queryByRole('slider')).toBeNull();
  expect(page.queryByText('2 sets free')).toBeNull();
});

const samples = {
  list: ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'],
  samples: [{ id: 4, title: 'Paper moon', pic_url: '/moon.jpg', colour: '#123456' }],
  welcome: { coins: 50, cost: 20 },
};

/** Makes every element count as visible, because the test environment has no layout and reports none as visible. */
function seeAll(): void {
  const Seen = class {
    readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
    constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
      this.#tell = tell;
    }
    observe(): void {
      this.#tell([{ isIntersecting: true }]);
    }
    disconnect(): void {}
  };
  vi.stubGlobal('IntersectionObserver', Seen);
}

test('Home shows a guest no job, and shows templates only after scrolling below the button', async () => {
  stubCall('getHomePics', () => samples);
  const page = await renderAt('/');
  await page.findByRole('button', { name: '中文' });
  expect(page.queryByRole('link', { name: 'Paper moon' })).toBeNull();
  expect(page.queryByRole('button', { name: /pictures are/ })).toBeNull();
  expect(location.pathname).toBe('/tyy/');
});

test('a newcomer sees samples below the button, the free sets at the button, and the other language', async () => {
  seeAll();
  stubCall('getHomePics', () => samples);
  const page = await renderAt('/');

  const sample = await page.findByRole<HTMLAnchorElement>('link', { name: 'Paper moon' });
  expect(sample.getAttribute('href')).toBe('/tyy/make-pic?template_id=4');
  page.getByText('2 sets free');
  expect(page.queryByText('Your latest pictures')).toBeNull();

  page.getByRole('button', { name: '中文' }).click();
  await page.findByText('2 组免费');
  expect(localStorage.getItem('tyy.language')).toBe('zh');
});

test('below its button, Home shows a returning user their latest pictures and no welcome coins', async () => {
  seeAll();
  await signedIn();
  stubCall('getHomePics', () => samples);
  const jobs = [jobData({ status: 5, generate_id: 'g7', title: 'Red sand' }), jobData({ status: 6 })];
  stubCall('getTrainAndGenerateResultList', () => ({ list: jobs }));
  const page = await renderAt('/');

  const latest = await page.findByRole('link', { name: 'Red sand' });
  expect(latest.getAttribute('href')).toBe('/tyy/pic?generate_id=g7');
  await page.findByRole('link', { name: 'Paper moon' });
  expect(page.getAllByRole('link', { name: /Red sand|See all/ })).toHaveLength(2);
  page.getByRole('heading', { name: 'Pick a template' });
  expect(page.queryByText(/free/)).toBeNull();
});

test.each([
  { state: 'that runs is found', status: 4, isFound: true },
  { state: 'that is done is not shown again', status: 5, isFound: false },
])('if the list has no status, a job $state', async ({ status, isFound }) => {
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

test('Home removes a saved job that the server does not know', async () => {
  await signedIn();
  const job = { trainId: 'gone', generateId: 'gone', templateId: 1, title: 'Paper moon', coverUrl: '' };
  localStorage.setItem('tyy.job', JSON.stringify({ ...job, status: 'generating', refusedPhotos: [] }));

  const page = await renderAt('/');

  await page.findByRole('button', { name: /Paper moon/ });
  await waitFor(() => expect(page.queryByRole('button', { name: /Paper moon/ })).toBeNull());
  expect(localStorage.getItem('tyy.job')).toBeNull();
});
