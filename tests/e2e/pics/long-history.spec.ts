import { firstInView, mostElements, sizeOf, toTheEnd } from '../support/long-page.ts';
import { expect, expectAccessible, signInPages, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ serviceWorkers: 'block' });

test.beforeEach(async ({ page, user }) => {
  await signInPages(page, user);
});

test('many jobs: few of them are in the document, and the way back finds the same ones', async ({ page }) => {
  const status = 6;
  // Two pages, so that the last job is where the scrolling ends: it would go past one further up.
  await page.route('**/v1/getTrainAndGenerateResultList?*', route => {
    const asked = Number(new URL(route.request().url()).searchParams.get('cur_page'));
    const list = Array.from({ length: asked <= 2 ? 100 : 0 }, (_, place) => {
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
  await page.goto('/tyy/pic-list');
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

test('a ledger of thousands of lines stays a table of few, each with its place', { tag: '@long' }, async ({
  page,
}) => {
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
  await page.goto('/tyy/coin-flow');
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
