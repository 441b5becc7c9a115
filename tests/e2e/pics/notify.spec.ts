import type { Page } from '@playwright/test';
import { launch } from '../../../scripts/bench/start-app.mjs';
import { makingPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import { expectFocus, pressByKey } from '../support/keyboard.ts';
import { test } from '../support/own-backend.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, expectAccessible, signInPages } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

// The headless shell shows no notifications.
test.use({ launchOptions: launch });

/** Has the page believe that it is hidden: a browser without a window shows all its pages. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Notes in the page when a notification is there: Chromium removes what is listed before, while it is being shown. */
async function noteNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function (...notice) {
      await showNotification.apply(this, notice);
      Object.assign(window, { isNotified: true });
    };
  });
}

test('a user who is elsewhere is notified of finished pictures, and a tap opens them', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await context.grantPermissions(['notifications']);
  await noteNotifications(page);
  await signInPages(page, user);
  const { train_id, generate_id } = await aFinishedJob(user);
  let isOver = false;
  await page.route('**/v1/getTrainAndGenerateResultById?**', async route => {
    const response = await route.fetch();
    const envelope = await response.json();
    if (!isOver) Object.assign(envelope.data.train_and_generate_info, { status: 4, progress: 40 });
    await route.fulfill({ response, json: envelope });
  });
  await page.goto(`/tyy${makingPath(train_id, generate_id)}`);
  await untilOfflineReady(page);
  await pressByKey(page, page.getByRole('button', { name: text('notify.offer') }));
  await expect(page.getByText(text('notify.on'))).toBeVisible();
  await expectFocus(page);
  await expectAccessible(page);

  // Before the job is over: the page itself would show it, on the next screen.
  await hide(page);
  isOver = true;
  await expect(page).toHaveTitle(text('home.ready'));
  await page.waitForFunction(() => 'isNotified' in window);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration?.getNotifications())?.map(({ title }) => title);
    });
  await expect.poll(shown).toEqual([text('home.ready')]);

  // What the browser does for a tap, which no test can make.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const tap = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined });
    dispatchEvent(tap);
  });
  await page.waitForURL(`**/tyy/pic?generate_id=${generate_id}`);
  await expect(page.getByRole('button', { name: text('pic.save'), exact: true })).toBeVisible();
});
