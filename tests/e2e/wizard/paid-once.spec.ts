import type { Page } from '@playwright/test';
import { accountOf } from '../../support/api.ts';
import { test } from '../support/own-backend.ts';
import { expect, signInPages } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.beforeEach(({ holdPics }) => {
  holdPics();
});

/** Opens the dialog with the price. */
async function openPrice(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: text('make-pic.make') })).toBeVisible();
}

const agree = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: text('make-pic.make') })
    .click();

/** Opens the price dialog of one draft in several tabs. */
async function openPrices(first: Page, count: number): Promise<Page[]> {
  await first.goto('/tyy/make-pic');
  await addFrontPhoto(first, text);
  await chooseTemplate(first, 0);
  await expect(first.getByRole('radio').first()).toBeChecked();
  const tabs = [first];
  while (tabs.length < count) {
    const tab = await first.context().newPage();
    await tab.goto('/tyy/make-pic');
    await expect(tab.getByRole('radio').first()).toBeChecked();
    tabs.push(tab);
  }
  for (const tab of tabs) await openPrice(tab);
  return tabs;
}

test('a draft whose price stands in three tabs is paid once, by an API that does not name the job it made', async ({
  page,
  user,
}) => {
  await signInPages(page.context(), user);
  await page.context().route('**/v1/getUserInfo', async route => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, features: [] } } });
  });
  await page.context().route('**/v1/goTrainAndGeneratePic', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), data: null } });
  });
  const tabs = await openPrices(page, 3);
  await Promise.all(tabs.map(agree));

  const question = (tab: Page) => tab.getByRole('dialog').getByText(text('make-pic.made'));
  const isMaking = (tab: Page) => new URL(tab.url()).pathname === '/tyy/making';
  await expect
    .poll(async () =>
      (await Promise.all(tabs.map(async tab => isMaking(tab) || question(tab).isVisible()))).every(Boolean),
    )
    .toBe(true);
  expect(tabs.filter(isMaking)).toHaveLength(1);
  expect((await accountOf(user)).coins).toBe(30);

  const [asked] = tabs.filter(tab => !isMaking(tab));
  await asked
    ?.getByRole('dialog')
    .getByRole('button', { name: text('make-pic.made-open') })
    .click();
  await asked?.waitForURL('**/tyy/making?**');
  expect((await accountOf(user)).coins).toBe(30);
});

test('a tab that is closed while it creates a job leaves that very job to the other', {
  tag: '@long',
}, async ({ page, user }) => {
  await signInPages(page.context(), user);
  const [first, second] = await openPrices(page, 2);
  let create = () => {};
  const isCreating = new Promise<void>(resolve => {
    create = resolve;
  });
  await first!.route('**/v1/goTrainAndGeneratePic', async route => {
    await route.fetch();
    create();
  });
  await agree(first!);
  await isCreating;
  await agree(second!);
  await first!.close();
  await second!.waitForURL('**/tyy/making?**');
  expect((await accountOf(user)).coins).toBe(30);
});
