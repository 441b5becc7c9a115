import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { portrait } from '../../support/portrait.ts';
import { type Detour, openDetour } from '../support/detour.ts';
import { expectPictures, keptAddresses, untilOfflineReady } from '../support/service-worker.ts';
import { expect, signInPages, test } from '../support/story.ts';

test.use({ serviceWorkers: 'allow' });

let detour: Detour;

test.beforeEach(async ({ page, user, baseURL }) => {
  detour = await openDetour(baseURL ?? '');
  await signInPages(page, user);
  await page.goto(`${detour.origin}/tyy/setting`);
  await untilOfflineReady(page);
});

test.afterEach(() => detour.close());

/** Requests these pages of templates one by one; returns the last response's `code`. */
function askForTemplates(page: Page, pages: number[], headers = {}): Promise<number> {
  return page.evaluate(
    async ({ pages, headers }) => {
      const Authorization = `Bearer ${localStorage.getItem('tyy.token')}`;
      let code = -1;
      for (const page of pages) {
        const response = await fetch(`/v1/getTemplates?cur_page=${page}&page_size=3`, {
          headers: { Authorization, 'user-language': 'en', ...headers },
        });
        ({ code } = await response.json());
      }
      return code;
    },
    { pages, headers },
  );
}

/** Loads pictures one after the other. */
function show(page: Page, addresses: string[]): Promise<void> {
  return page.evaluate(async addresses => {
    for (const address of addresses) {
      const image = new Image();
      image.src = address;
      await image.decode();
    }
  }, addresses);
}

/** Lists the query strings of all cached API responses. */
function keptQueries(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('tyy-lists');
    return (await cache.keys()).map(({ url }) => new URL(url).search);
  });
}

const queryOf = (page: number) => `?cur_page=${page}&page_size=3&user-language=en`;
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

test('the service worker uses a cached response after four seconds of silence', async ({ page }) => {
  await askForTemplates(page, [1]);
  await expect.poll(() => keptQueries(page)).toContain(queryOf(1));
  detour.respond = path => (path.startsWith('/v1/getTemplates') ? 'never' : null);

  const start = Date.now();
  expect(await askForTemplates(page, [1])).toBe(0);
  expect(Date.now() - start).toBeGreaterThan(3_900);
});

test('if the cache storage never responds, screens and pictures load, and shared photos are reported as lost', {
  tag: '@long',
}, async ({ page }) => {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => {
    const never = () => new Promise<never>(() => {});
    Object.assign(CacheStorage.prototype, { open: never, match: never, keys: never, delete: never });
  });

  await page.goto(`${detour.origin}/tyy/make-pic`);

  await expect(page.getByRole('radio').first()).toBeVisible();
  await expectPictures(page, 1, 'Try again');
  const opened = await page.evaluate(async () => {
    const body = new FormData();
    body.append('photos', new File(['a photo'], 'a.jpg', { type: 'image/jpeg' }));
    return (await fetch('/tyy/make-pic', { method: 'POST', body })).url;
  });
  expect(new URL(opened).search).toBe('?shared=lost');
});

test('the service worker caches no errors, and caches responses separately for each language', {
  tag: '@long',
}, async ({ page }) => {
  const refusal = { type: 'application/json', body: '{"code":1003,"data":null,"message":"Not here"}' };
  detour.respond = path => (path.includes('cur_page=7&') ? refusal : null);

  expect(await askForTemplates(page, [7])).toBe(1003);
  expect(await askForTemplates(page, [6], { Authorization: 'Bearer wrong' })).not.toBe(0);
  expect(await askForTemplates(page, [8], { 'user-language': 'zh' })).toBe(0);
  expect(await askForTemplates(page, [8])).toBe(0);
  await page.evaluate(async () => {
    const missing = Object.assign(new Image(), { src: '/template-pics/987654' });
    await missing.decode().catch(() => undefined);
  });

  await expect.poll(() => keptQueries(page)).toContain(queryOf(8));
  const kept = await keptQueries(page);
  expect(kept).toContain(queryOf(8).replace('=en', '=zh'));
  expect(kept.filter(query => /cur_page=[67]&/.test(query))).toEqual([]);
  expect(await keptAddresses(page)).not.toContain('/template-pics/987654');
});

test('of pictures without CORS, the service worker caches only those that a list names, and at most 30', {
  tag: '@long',
}, async ({ page }) => {
  const picture = { type: 'image/png', body: await readFile(portrait) };
  // Another host name is another origin, so responses are opaque.
  const other = (name: string) => `http://localhost:${detour.port}/cdn/${name}.png`;
  const named = upTo(32).map(place => other(`named-${place}`));
  const list = named.map((pic_url, id) => ({ id, title: '', pic_url }));
  detour.respond = path => {
    if (path.startsWith('/cdn/')) return picture;
    if (!path.includes('cur_page=9&')) return null;
    return { type: 'application/json', body: JSON.stringify({ code: 0, data: { list }, message: '' }) };
  };

  await show(page, [other('before-any-list')]);
  expect(await askForTemplates(page, [9])).toBe(0);
  await show(page, [other('unnamed'), ...named]);

  const kept = async () => (await keptAddresses(page)).filter(path => path.startsWith('/cdn/'));
  await expect.poll(kept).toHaveLength(30);
  await expect.poll(kept).toContain('/cdn/named-32.png');
  expect((await kept()).filter(path => !path.includes('/named-'))).toEqual([]);
});

test('only the newest 60 responses and 200 pictures are cached', { tag: '@long' }, async ({ page }) => {
  const dot = {
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  };
  detour.respond = path => (path.startsWith('/template-pics/story-') ? dot : null);

  await askForTemplates(page, upTo(63));
  await show(
    page,
    upTo(203).map(place => `/template-pics/story-${place}`),
  );

  await expect.poll(async () => (await keptQueries(page)).length).toBe(60);
  expect(await keptQueries(page)).toContain(queryOf(63));
  const pictures = async () => (await keptAddresses(page)).filter(path => path.includes('-pics/story-'));
  await expect.poll(async () => (await pictures()).length).toBe(200);
  expect(await pictures()).toContain('/template-pics/story-203');
});
