import { listen, signIn, type TestBackend } from '../../server/support/backend.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { openManyTemplates, scrollTo, sendPlainPictures } from '../support/many-templates.ts';
import { expect, expectAccessible, signInPages, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

let backend: TestBackend;
let origin = '';

test.use({ serviceWorkers: 'block' });

test.beforeAll(async () => {
  backend = await openManyTemplates(10_000);
  origin = await listen(backend);
});

test.afterAll(async () => backend.close());

test.beforeEach(async ({ page, userName }) => {
  await signInPages(page, await signIn(backend, userName));
  await sendPlainPictures(page);
});

test('a name is looked for in five pages more, then as the user asks, and nothing moves by itself', {
  tag: '@long',
}, async ({ page }) => {
  const shifts = await watchLayoutShifts(page);
  let asked = 0;
  page.on('request', request => {
    if (request.url().includes('getTemplates')) asked += 1;
  });
  await page.goto(`${origin}/tyy/make-pic`);
  await scrollTo(page, 'Style 60');
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: text('filter.search') }).click();
  const field = page.getByRole('searchbox', { name: text('filter.search') });
  await expect(field).toBeFocused();
  const before = asked;
  await field.fill('style 9999');
  const further = page.getByRole('button', { name: text('look-further') });
  await expect(further).toBeVisible();
  expect(asked - before).toBeLessThanOrEqual(5);
  await expect(page.getByText(/Not among the first \d+ templates/)).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/search-paused.png' });
  await further.click();
  await expect(further).toHaveCount(0);
  await expect(further).toBeVisible();
  expect(asked - before).toBeLessThanOrEqual(10);

  await field.fill('style 10');
  await expect(page.getByRole('radio', { name: 'Style 10', exact: true })).toBeInViewport();
  await expect(page.getByRole('radio', { name: 'Style 100', exact: true })).toBeAttached();
  await expect(page.getByRole('radio', { name: 'Style 11', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  expect(shifts.score, shifts.places.join('\n')).toBeLessThan(0.01);
});

test('how many were found and what stays chosen stand on a line each', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${origin}/tyy/make-pic`);
  await page.getByRole('radio', { name: 'Style 2', exact: true }).check({ force: true });
  await scrollTo(page, 'Style 60');
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: text('filter.search') }).click();
  await page.getByRole('searchbox').fill('style 39');
  const found = page.getByText(text('filter.found', { count: 1 }), { exact: true });
  const chosen = page.getByText(/Style 2\u2069” stays chosen/);
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const [above, below] = [await found.boundingBox(), await chosen.boundingBox()];
    expect(below!.y, `${width} px`).toBeGreaterThanOrEqual(above!.y + above!.height);
  }
});

test('what was looked for stands there again on the way back, in another language too', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${origin}/tyy/make-pic`);
  await scrollTo(page, 'Style 60');
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: text('filter.search') }).click();
  const field = page.getByRole('searchbox');
  await field.fill('style 5');
  await field.press('Enter');
  await expect(page.getByRole('radio', { name: 'Style 5', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Style 15', exact: true })).toBeChecked();
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: text('make-pic.front') })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('style 5');
  await expect(page.getByRole('radio', { name: 'Style 15', exact: true })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Style 6', exact: true })).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('tyy.language', 'zh'));
  await page.reload();
  await expect(page.getByRole('radio', { name: '风格 1', exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
});
