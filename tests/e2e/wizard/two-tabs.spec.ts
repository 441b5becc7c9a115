import type { Page } from '@playwright/test';
import { accountOf } from '../../support/api/api.ts';
import { test } from '../support/own-backend.ts';
import { expect, pressAndConfirm, signInPages } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test('signing out in one tab signs out the other tab at once', async ({ page, context, user }) => {
  // Do not use an init script, because it would set the token again on each load.
  await page.goto('/tyy/');
  await page.evaluate(token => localStorage.setItem('tyy.token', token), user.token);
  const other = await context.newPage();
  await other.goto('/tyy/recharge');
  await expect(other.getByRole('radio').first()).toBeAttached();

  await page.goto('/tyy/setting');
  await pressAndConfirm(page, text('setting.log-out'), text('setting.log-out'));
  await expect(page).toHaveURL(/\/tyy\/$/);

  await expect(other).toHaveURL(/\/tyy\/$/);
  await expect(other.getByRole('radio')).toHaveCount(0);
  expect(await other.evaluate(() => localStorage.getItem('tyy.token'))).toBeNull();
  // Hold this call, because its refusal would also sign the tab out.
  await other.route('**/v1/getUserInfo*', () => {});
  await other.getByRole('link', { name: text('tab.my'), exact: true }).click();
  await other.waitForURL('**/sandbox/login**', { timeout: 15_000 });
});

test('three tabs pay once for the same draft, even if the API sends no ids', async ({
  page,
  user,
  pausePics,
}) => {
  pausePics();
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
  await page.goto('/tyy/make-pic');
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 0);
  await expect(page.getByRole('radio').first()).toBeChecked();
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  for (const tab of tabs.slice(1)) {
    await tab.goto('/tyy/make-pic');
    await expect(tab.getByRole('radio').first()).toBeChecked();
  }
  const makeIn = (tab: Page) => tab.getByRole('dialog').getByRole('button', { name: text('make-pic.make') });
  for (const tab of tabs) {
    await tab.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
    await expect(makeIn(tab)).toBeVisible();
  }
  await Promise.all(tabs.map(tab => makeIn(tab).click()));

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
