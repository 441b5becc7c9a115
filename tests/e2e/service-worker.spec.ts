import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Detour, openDetour } from './support/detour.ts';
import { earlierPerson } from './support/seed.ts';
import { keptAddresses, untilOfflineReady } from './support/service-worker.ts';
import { expect, portrait, test } from './support/story.ts';

let detour: Detour;

test.beforeEach(async ({ page, person, baseURL }) => {
  detour = await openDetour(baseURL ?? '');
  const { token } = await earlierPerson(baseURL ?? '', person);
  await page.addInitScript(token => localStorage.setItem('tyy.token', token), token);
  await page.goto(`${detour.origin}/tyy/setting`);
  await untilOfflineReady(page);
});

test.afterEach(() => detour.close());

/** Asks for pages of templates one after the other and returns the code of the last. */
function askForTemplates(page: Page, pages: number[]): Promise<number> {
  return page.evaluate(async pages => {
    const Authorization = `Bearer ${localStorage.getItem('tyy.token')}`;
    let code = -1;
    for (const page of pages) {
      const answer = await fetch(`/v1/getTemplates?cur_page=${page}&page_size=3`, {
        headers: { Authorization, 'user-language': 'en' },
      });
      ({ code } = await answer.json());
    }
    return code;
  }, pages);
}

/** Shows pictures one after the other, each as soon as the one before it is there. */
function show(page: Page, addresses: string[]): Promise<void> {
  return page.evaluate(async addresses => {
    for (const address of addresses) {
      const image = new Image();
      image.src = address;
      await image.decode();
    }
  }, addresses);
}

/** The queries of the API's answers that are kept. */
function keptQueries(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('tyy-answers');
    return (await cache.keys()).map(({ url }) => new URL(url).search);
  });
}

const queryOf = (page: number) => `?cur_page=${page}&page_size=3&user-language=en`;
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

test('a network that does not answer for four seconds is answered for by what came last', async ({
  page,
}) => {
  await askForTemplates(page, [1]);
  await expect.poll(() => keptQueries(page)).toContain(queryOf(1));
  detour.answer = path => (path.startsWith('/v1/getTemplates') ? 'never' : null);

  const start = Date.now();
  expect(await askForTemplates(page, [1])).toBe(0);
  expect(Date.now() - start).toBeGreaterThan(3_900);
});

test('neither a refusal that comes with status 200 nor a picture of another origin is kept', async ({
  page,
}) => {
  const picture = { type: 'image/png', body: await readFile(portrait) };
  const refusal = { type: 'application/json', body: '{"code":1003,"data":null,"message":"Not here"}' };
  detour.answer = path => {
    if (path.includes('cur_page=7&')) return refusal;
    return path.startsWith('/template-pics/story-') ? picture : null;
  };

  expect(await askForTemplates(page, [7])).toBe(1003);
  // The same server under another name is another origin, whose answers cannot be looked into.
  await show(page, [`http://localhost:${detour.port}/template-pics/story-opaque`]);
  expect(await askForTemplates(page, [8])).toBe(0);
  await show(page, ['/template-pics/story-own']);

  await expect.poll(() => keptQueries(page)).toContain(queryOf(8));
  await expect.poll(() => keptAddresses(page)).toContain('/template-pics/story-own');
  expect(await keptQueries(page)).not.toContain(queryOf(7));
  expect(await keptAddresses(page)).not.toContain('/template-pics/story-opaque');
});

test('of responses the newest 60 are kept, of pictures the newest 200', async ({ page }) => {
  const dot = {
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  };
  detour.answer = path => (path.startsWith('/template-pics/story-') ? dot : null);

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
