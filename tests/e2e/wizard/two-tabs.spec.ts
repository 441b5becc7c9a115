import type { Page } from '@playwright/test';
import { accountOf } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { keptText } from '../support/kept-text.ts';
import { test } from '../support/own-backend.ts';
import { expect, pressAndConfirm, signInPages } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate, pickAt } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test('signing out in one tab signs out the other tab at once', async ({ page, context, user }) => {
  // Not by an init script, because that would set the token again on each load.
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
  // Held, because a refused call would also sign the tab out.
  await other.route('**/v1/getUserInfo*', () => {});
  await other.getByRole('link', { name: text('tab.my'), exact: true }).click();
  await other.waitForURL('**/sandbox/login**', { timeout: 15_000 });
});

test('only one tab at a time retries a failed photo', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await signInPages(context, user);
  let isRefused = true;
  const sent: Page[] = [];
  await context.route('**/tyy-photos/**', route => {
    const request = route.request();
    if (isRefused || request.method() === 'OPTIONS') return route.fulfill({ status: 403 });
    sent.push(request.frame().page());
    return request.frame().page() === page ? undefined : route.continue();
  });
  await page.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), portrait);
  const retryIn = (tab: Page) => tab.getByRole('button', { name: text('retry') });
  await expect(page.getByText(text('make-pic.upload-failed')).first()).toBeVisible();
  const other = await context.newPage();
  // The second tab gets no messages from the first tab, as in the moment before messages arrive.
  await other.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await other.goto('/tyy/make-pic?step=front');
  await expect(other.getByText(text('make-pic.upload-failed')).first()).toBeVisible();

  isRefused = false;
  await retryIn(page).click();
  await expect.poll(() => sent).toEqual([page]);
  await retryIn(other).click();
  await page.close();
  const heldLocks = () => other.evaluate(async () => (await navigator.locks.query()).held);
  await expect.poll(heldLocks).toEqual([]);
  await retryIn(other).click();
  await expect(other.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  expect(sent).toEqual([page, other]);
});

/** Opens the picker for the first photos; returns the name of the lock that the open picker holds. */
async function openPicker(page: Page): Promise<string> {
  const before = await keptText(page, 'tyy.pick');
  const add = page.getByRole('button', { name: text('make-pic.front-add'), exact: true });
  await Promise.all([page.waitForEvent('filechooser'), add.click()]);
  await expect.poll(() => keptText(page, 'tyy.pick')).not.toBe(before);
  return `pick ${JSON.parse(await keptText(page, 'tyy.pick'))}`;
}

test('a lost photo choice is reported while another tab has a picker', async ({ page, context, user }) => {
  await signInPages(context, user);
  const openWizard = async () => {
    const tab = await context.newPage();
    await tab.goto('/tyy/make-pic?step=front');
    return tab;
  };
  const lostIn = (tab: Page) => tab.getByText(text('make-pic.pick-lost'));
  await page.goto('/tyy/make-pic?step=front');
  const stillOpen = await openPicker(page);

  const other = await openWizard();
  await openPicker(other);
  await expect(lostIn(other)).toBeHidden();
  await other.close();
  const picks = async () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
  await expect.poll(picks).toEqual([stillOpen]);

  await expect(lostIn(await openWizard())).toBeVisible();
});

test('three tabs pay for a draft once, even if the API returns no ids', async ({ page, user, pausePics }) => {
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
