import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import { inShortForm } from '../support/in-short-form.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/own-backend.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, pressAndConfirm, signInPages } from '../support/story.ts';
import { chooseMoreAndConfirm, chooseTemplate } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ settings: { PICS_PER_JOB: '2' }, serviceWorkers: 'allow' });

const button = (page: Page, name: string) => page.getByRole('button', { name });

test('a picture that one tab deletes leaves the other, and so does the whole set', { tag: '@long' }, async ({
  page,
  context,
  user,
}) => {
  const job = await aFinishedJob(user);
  await signInPages(context, user);
  const list = await context.newPage();
  await list.goto('/tyy/pic-list');
  await expect(list.getByText(text('pic-list.done'))).toBeVisible();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/tyy${picPath(job.generate_id)}`);
    await expect(tab.getByText(text('pic.place', { number: 1, total: 2 }))).toBeVisible();
  }
  await expect(button(page, text('pic.another'))).toBeEnabled();

  await chooseMoreAndConfirm(page, text, 'delete', text('delete'));
  await expect(other.getByText(text('pic.place', { number: 1, total: 1 }))).toBeVisible();
  await expect(page.getByText(text('pic.deleted'))).toHaveCount(0);
  await chooseMoreAndConfirm(page, text, 'delete', text('delete'));

  await expect(other.getByText(text('pic.gone'))).toBeVisible();
  await expect(list.getByText(text('pic-list.empty'))).toBeVisible();
  await button(other, text('making.to-list')).click();
  await expect(other.getByText(text('pic-list.empty'))).toBeVisible();
});

test('a picture that another phone has deleted leaves when it is to be deleted here', {
  tag: '@long',
}, async ({ page, user }) => {
  const { train_id, generate_id } = await aFinishedJob(user);
  await signInPages(page, user);
  await page.goto(`/tyy${picPath(generate_id)}`);
  await expect(page.getByText(text('pic.place', { number: 1, total: 2 }))).toBeVisible();
  await expect(button(page, text('pic.another'))).toBeEnabled();
  const [first] = (await user.get('getUserPicsByGenerateId', { generate_id })).data.list;
  await user.post('deleteTrainAndGenerate', { train_id, generate_id, pic_id: first!.id });

  await chooseMoreAndConfirm(page, text, 'delete', text('delete'));

  await expect(page.getByText(text('pic.place', { number: 1, total: 1 }))).toBeVisible();
});

test('a link to a template that is gone says so and chooses none', { tag: '@long' }, async ({
  page,
  user,
}) => {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic?template_id=987654');

  await expect(page.getByText(text('make-pic.template-gone'))).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/template-gone.png' });
  await expect(button(page, text('make-pic.use'))).toBeDisabled();
  await chooseTemplate(page, 1);
  await expect(button(page, text('make-pic.use'))).toBeEnabled();
  await button(page, text('close')).click();
  await expect(page.getByText(text('make-pic.template-gone'))).toHaveCount(0);
});

test('a link to a template that is switched off says its name and shows others like it', {
  tag: '@long',
}, async ({ page, user, backend }) => {
  const { list } = (await user.get('getTemplates', { page_size: 100 })).data;
  const gone = list.find(({ category }) => category === 'art')!;
  const { services } = backend;
  await services.db.query
    .insertInto('template_choices')
    .values({ template_id: gone.id, is_on: false })
    .execute();
  services.templates.forget();
  await signInPages(page, user);
  await page.goto(`/tyy/make-pic?template_id=${gone.id}`);

  await expect(page.getByText(text('make-pic.gone-kin', { title: gone.title }))).toBeVisible();
  const art = page.getByRole('button', { name: text('category.art'), exact: true });
  await expect(art).toHaveAttribute('aria-pressed', 'true');
  await expect(button(page, text('make-pic.use'))).toBeDisabled();
  await page.screenshot({ path: 'test-results/screens/template-gone-kin.png' });
  await chooseTemplate(page, 0);
  await expect(button(page, text('make-pic.use'))).toBeEnabled();
  await services.db.query.deleteFrom('template_choices').execute();
  services.templates.forget();
});

const oddIds = ['%00%ff', 'nobodys', "'--", '%ff', '..%2f', '%F0%9F%98%80', 'x'.repeat(3000)];
for (const [index, id] of oddIds.entries()) {
  const title = `a job that nothing can be named says that it is gone: ${id.slice(0, 20)}`;
  test(title, inShortForm(index < 1), async ({ page, user }) => {
    await signInPages(page, user);
    for (const address of [
      `/making?train_id=${id}`,
      `/making?train_id=${id}&generate_id=${id}`,
      `/pic?generate_id=${id}`,
    ]) {
      await page.goto(`/tyy${address}`);
      await expect(page.getByText(text('making.gone'))).toBeVisible();
      await expect(button(page, text('making.to-list'))).toBeVisible();
    }
  });
}

test('an address of nothing is the screen that says so, also once the app needs no network', async ({
  page,
}) => {
  for (const address of ['/tyy/%', '/tyy/..%2f', '/tyy/%00', '/tyy/no/such']) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByText(text('not-found.text'))).toBeVisible();
  }
  await untilOfflineReady(page);
  await page.goto('/tyy/%');
  await expect(page.getByText(text('not-found.text'))).toBeVisible();
});

for (const [name, row, choice] of [
  ['deleting the account', 'setting.delete-account', 'delete-data.account'],
  ['logging out', 'setting.log-out', 'setting.log-out'],
] as const) {
  test(`${name} moves nothing on the screen`, { tag: '@long' }, async ({ page, user }) => {
    const shifts = await watchLayoutShifts(page);
    await aFinishedJob(user);
    await signInPages(page, user);
    await page.goto('/tyy/setting');
    await expect(page.getByText(text('photos.erase-all'))).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = shifts.score;
    // So slow that the press counts no longer.
    await page.route(/\/v1\/(deleteAccount|logout)$/, async route => {
      await new Promise(resolve => setTimeout(resolve, 1500));
      await route.continue();
    });
    await pressAndConfirm(page, text(row), text(choice));
    await expect(page.getByRole('heading', { name: text('home.title') })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(shifts.score - before, shifts.places.join('\n')).toBeLessThan(0.01);
  });
}

test('lists that were seen before stand there where a browser reaches nothing and calls itself online', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await aFinishedJob(user);
  await signInPages(context, user);
  const shows = {
    '/pic-list': page.getByText(text('pic-list.done')),
    '/recharge': page.getByRole('radio').first(),
    '/coin-flow': page.getByRole('row').nth(1),
    '/subscription': page.getByRole('radio').first(),
  };
  for (const [address, sign] of Object.entries(shows)) {
    await page.goto(`/tyy${address}`);
    await expect(sign).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await untilOfflineReady(page);
  await context.route(/\/v1\//, route => route.abort());
  for (const [address, sign] of Object.entries(shows)) {
    await page.goto(`/tyy${address}`);
    await expect(sign).toBeVisible();
    await expect(page.getByText(text('offline.maybe'))).toBeVisible();
  }
  await page.screenshot({ path: 'test-results/screens/offline-maybe.png' });
  await page.goto('/tyy/pic-list');
  await button(page, text('refresh')).click();
  await expect(page.getByText(text('error.load')).first()).toBeVisible();
  await expect(page.getByText(text('pic-list.refreshed'))).toHaveCount(0);
});
