import type { AddressInfo } from 'node:net';
import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { openTestBackend, signIn, type TestBackend } from '../server/support/backend.ts';
import { expect, expectAccessible, test } from './support/story.ts';
import { wordsOf } from './support/words.ts';

const text = wordsOf('en');
const count = 10_000;
const mostElements = 600;

/** The built app on a backend that has very many templates. */
let backend: TestBackend;
let origin = '';

test.use({ serviceWorkers: 'block' });

test.beforeAll(async () => {
  backend = await openTestBackend({ APP_DIR: process.env.APP_DIR ?? 'dist/app' });
  const { templates } = backend.services;
  const [example] = templates;
  if (!example) throw new Error('there is no template');
  templates.length = 0;
  for (let id = 1; id <= count; id++) {
    templates.push({ ...example, id, title: { en: `Style ${id}`, zh: `风格 ${id}` } });
  }
  await backend.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(backend.app.server.address() as AddressInfo).port}`;
});

test.afterAll(async () => backend.close());

test.beforeEach(async ({ page, userName }) => {
  const { token } = await signIn(backend, userName);
  await page.addInitScript(token => localStorage.setItem('tyy.token', token), token);
  const picture = await sharp({ create: { width: 3, height: 4, channels: 3, background: '#86a277' } })
    .png()
    .toBuffer();
  await page.route('**/template-pics/**', route =>
    route.fulfill({ body: picture, contentType: 'image/png' }),
  );
});

/** An API that puts 1000 templates on a page whatever it is asked for: 21 at a time would take minutes. */
async function answerLargePages(page: Page): Promise<void> {
  await page.route('**/v1/getTemplates?*', async (route: Route) => {
    const address = new URL(route.request().url());
    const asked = Number(address.searchParams.get('cur_page'));
    const lists = await Promise.all(
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(async before => {
        const url = `/v1/getTemplates?cur_page=${10 * asked - before}&page_size=100`;
        const { authorization = '' } = route.request().headers();
        const answer = await backend.app.inject({ url, headers: { authorization, host: address.host } });
        return answer.json().data.list;
      }),
    );
    await route.fulfill({ json: { code: 0, message: '', data: { list: lists.flat() } } });
  });
}

/** How many elements the document has, and how long the page is, px. */
function sizeOf(page: Page): Promise<{ elements: number; height: number }> {
  return page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    height: document.documentElement.scrollHeight,
  }));
}

/** The template, job or line of a list that is first below the bar at the top, by its index. */
function firstInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[data-index]')];
    return Number(items.find(item => item.getBoundingClientRect().bottom > 60)?.dataset.index);
  });
}

async function toTheEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
}

/** Scrolls to a template that is not loaded yet. */
async function scrollTo(page: Page, title: string): Promise<void> {
  await expect(async () => {
    await toTheEnd(page);
    await expect(page.getByRole('radio', { name: title, exact: true })).toBeAttached({ timeout: 100 });
  }).toPass();
}

test('ten thousand templates are scrolled to the end in a document that stays small', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await answerLargePages(page);
  await page.goto(`${origin}/tyy/make-pic`);
  await expect(page.getByRole('radio', { name: 'Style 1', exact: true })).toBeAttached();

  let most = 0;
  const end = page.getByText(text('ended'), { exact: true });
  while (!(await end.isVisible())) {
    const { elements, height } = await sizeOf(page);
    most = Math.max(most, elements);
    await toTheEnd(page);
    // Until there is more, or there is none left.
    await expect
      .poll(async () => (await sizeOf(page)).height !== height || (await end.isVisible()), {
        intervals: [50],
      })
      .toBe(true);
  }

  const last = page.getByRole('radio', { name: `Style ${count}`, exact: true });
  await expect(last).toBeInViewport();
  expect(await last.getAttribute('aria-posinset')).toBe(String(count));
  expect(await last.getAttribute('aria-setsize')).toBe(String(count));
  expect(most).toBeLessThanOrEqual(mostElements);
  await expectAccessible(page);
});

test('the way back to the templates leads to where they were left', async ({ page }) => {
  await page.goto(`${origin}/tyy/`);
  await page.getByRole('link', { name: text('home.make') }).click();
  await scrollTo(page, 'Style 100');
  await page.getByRole('radio', { name: 'Style 100', exact: true }).check({ force: true });
  const before = await firstInView(page);
  const asked: string[] = [];
  page.on('request', request => request.url().includes('getTemplates') && asked.push(request.url()));

  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: text('make-pic.front') })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();

  await expect(page.getByRole('radio', { name: 'Style 100', exact: true })).toBeChecked();
  await expect.poll(() => firstInView(page)).toBe(before);

  await page.getByRole('button', { name: text('back') }).click();
  await expect(page).toHaveURL(/\/tyy\/?$/);
  await page.goForward();
  await expect.poll(() => firstInView(page)).toBe(before);
  expect(asked.filter(address => address.includes('cur_page=2&'))).toEqual([]);
});

test('the arrows reach templates that are not in the document, and the focus is never lost', async ({
  page,
}) => {
  await page.goto(`${origin}/tyy/make-pic`);
  await scrollTo(page, 'Style 120');
  await page.getByRole('radio', { name: 'Style 110', exact: true }).focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('radio', { name: 'Style 1', exact: true })).toBeAttached();
  await expect(page.getByRole('radio', { name: 'Style 100', exact: true })).not.toBeAttached();
  await expect(page.getByRole('radio', { name: 'Style 110', exact: true })).toBeFocused();

  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('radio', { name: 'Style 111', exact: true });
  await expect(next).toBeFocused();
  await expect(next).toBeChecked();
  await expect(next).toBeInViewport();

  for (let presses = 0; presses < 40; presses++) await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Style 71', exact: true })).toBeFocused();
});

test('a phone that is turned still shows the same templates', async ({ page }) => {
  await page.goto(`${origin}/tyy/make-pic`);
  await scrollTo(page, 'Style 100');
  const before = await firstInView(page);

  await page.setViewportSize({ width: 844, height: 390 });

  await expect.poll(async () => Math.abs((await firstInView(page)) - before)).toBeLessThanOrEqual(3);
});

test('many jobs: few of them are in the document, and the way back finds the same ones', async ({ page }) => {
  const status = 6;
  await page.route('**/v1/getTrainAndGenerateResultList?*', route => {
    const asked = Number(new URL(route.request().url()).searchParams.get('cur_page'));
    const list = Array.from({ length: asked <= 10 ? 100 : 0 }, (_, place) => {
      const number = (asked - 1) * 100 + place + 1;
      const time = Math.floor(Date.now() / 1000) - number * 60;
      return {
        train_id: `t${number}`,
        generate_id: `g${number}`,
        template_id: 1,
        title: `Job ${number}`,
        status,
        create_time: time,
      };
    });
    return route.fulfill({ json: { code: 0, message: '', data: { list } } });
  });
  await page.goto(`${origin}/tyy/pic-list`);
  const job = page.getByRole('button', { name: /^Job 200\b/ });
  await expect(async () => {
    await toTheEnd(page);
    await expect(job).toBeAttached({ timeout: 100 });
  }).toPass();
  expect((await sizeOf(page)).elements).toBeLessThanOrEqual(mostElements);
  await job.scrollIntoViewIfNeeded();
  const before = await firstInView(page);

  await job.click();
  await expect(page).toHaveURL(/\/making\?train_id=t200/);
  await page.goBack();

  await expect(job).toBeInViewport();
  expect(await firstInView(page)).toBe(before);
});

test('a ledger of thousands of lines stays a table of few, each with its place', async ({ page }) => {
  await page.route('**/v1/getCoinStatementList?*', route => {
    const asked = Number(new URL(route.request().url()).searchParams.get('cur_page'));
    const list = Array.from({ length: asked <= 4 ? 1000 : 0 }, (_, place) => {
      const id = (asked - 1) * 1000 + place + 1;
      return {
        id,
        time: 1_790_000_000 - id,
        change: 15,
        remaining: 100 + id,
        reason: `A video was watched, ${id}`,
      };
    });
    return route.fulfill({ json: { code: 0, message: '', data: { list } } });
  });
  await page.goto(`${origin}/tyy/coin-flow`);
  await expect(async () => {
    await toTheEnd(page);
    await expect(page.getByText(text('ended'), { exact: true })).toBeVisible({ timeout: 100 });
  }).toPass();

  const last = page.getByRole('row').filter({ hasText: 'watched, 4000' });
  await expect(last).toBeInViewport();
  expect(await last.getAttribute('aria-rowindex')).toBe('4001');
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('4001');
  expect((await sizeOf(page)).elements).toBeLessThanOrEqual(mostElements);
  await expectAccessible(page);
});
