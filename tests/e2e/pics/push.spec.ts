import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { launch } from '../../../scripts/bench/start-app.mjs';
import { makingPath, picPath } from '../../../src/paths.ts';
import { PushServiceDouble, vapidSettings } from '../../server/doubles/push-service-double.ts';
import { listen, openTestBackend } from '../../server/support/backend.ts';
import { aJob } from '../../support/api/a-job.ts';
import { test as base } from '../support/own-backend.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, expectAccessible, signInPages } from '../support/story.ts';
import { text } from '../support/words.ts';

/** A story with a fake push service and a backend that has VAPID keys. */
const test = base.extend<{ service: PushServiceDouble }>({
  service: async ({}, use) => {
    const service = await PushServiceDouble.open();
    await use(service);
    await service.close();
  },
  served: async ({ service }, use) => {
    const settings = { APP_DIR: 'dist/app', REQUIRE_CONSENT: '1', ...vapidSettings() };
    const backend = await openTestBackend(settings, { pushNetwork: service.network });
    await use({ backend, origin: await listen(backend) });
    await backend.close();
  },
});

// Chromium's headless shell shows no notifications, so use full Chromium.
test.use({ launchOptions: launch, serviceWorkers: 'allow' });

/** Replaces the browser's subscription, because Chromium uses only Google's push service, which tests cannot reach. */
async function subscribeElsewhere(page: Page, { endpoint, keys }: { endpoint: string; keys: object }) {
  await page.addInitScript(
    device => {
      PushManager.prototype.subscribe = async options => {
        Object.assign(window, { subscribedWith: options });
        return { toJSON: () => device } as unknown as PushSubscription;
      };
    },
    { endpoint, keys },
  );
}

/**
 * Returns a function that delivers a message to the service worker like a push service. The function resolves once the
 * worker has handled the message, because Chromium drops notifications that are listed too early.
 */
async function deliveries(page: Page): Promise<(data: string) => Promise<void>> {
  const context = page.context();
  const devtools: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.endsWith('/tyy/'));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await countPushes(workerOf(context));
  return async data => {
    const handled = () => workerOf(context).evaluate(() => (globalThis as { handled?: number }).handled);
    const before = await handled();
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await expect.poll(handled).toBe(before! + 1);
  };
}

/** An ExtendableEvent, because tests do not load the types for service workers. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

function countPushes(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const counts = Object.assign(globalThis, { handled: 0 });
    const { prototype } = (globalThis as unknown as { ExtendableEvent: { prototype: Waiting } })
      .ExtendableEvent;
    const { waitUntil } = prototype;
    prototype.waitUntil = function (work) {
      waitUntil.call(this, work);
      if (this.type === 'push') work.finally(() => counts.handled++);
    };
  });
}

/** Lists the visible notifications. A notification that replaces another has a new `timestamp`. */
function shownBy(worker: Worker): Promise<{ title: string; body: string; tag: string; timestamp: number }[]> {
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const shown = (await registration.getNotifications()) as (Notification & { timestamp: number })[];
    return shown.map(({ title, body, tag, timestamp }) => ({ title, body, tag, timestamp }));
  });
}

const workerOf = (context: BrowserContext): Worker => context.serviceWorkers()[0]!;

test('a push message shows a notification, and a tap on the notification opens the pictures', async ({
  page,
  context,
  user,
  service,
  backend,
  pausePics,
}) => {
  await context.grantPermissions(['notifications']);
  const phone = service.subscribe();
  await subscribeElsewhere(page, phone);
  await signInPages(page, user);
  const letGo = pausePics();
  const { train_id, generate_id } = await aJob(user);
  await page.goto(`/tyy${makingPath(train_id, generate_id)}`);
  await untilOfflineReady(page);
  await page.getByRole('button', { name: text('notify.offer') }).click();
  await expect(page.getByText(text('notify.pushed'))).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => (window as { subscribedWith?: unknown }).subscribedWith)).toEqual({
    userVisibleOnly: true,
    applicationServerKey: backend.services.config.vapid?.publicKey,
  });

  const deliver = await deliveries(page);
  // Leave the app, so that only the push can notify.
  await page.goto('/healthz');
  letGo();
  await expect.poll(() => phone.told).toHaveLength(1);
  await deliver(phone.told[0]!);
  const path = picPath(generate_id);
  const timestamp = expect.any(Number);
  const notice = { title: text('home.ready'), body: text('notify.see'), tag: path, timestamp };
  await expect.poll(() => shownBy(workerOf(context))).toEqual([notice]);

  // A second push with the same tag replaces the first notification.
  const before = await shownBy(workerOf(context));
  await deliver(phone.told[0]!);
  await expect.poll(() => shownBy(workerOf(context))).not.toEqual(before);
  expect(await shownBy(workerOf(context))).toEqual([notice]);

  // Tests cannot tap a notification, so dispatch the event. Open a page first, because without a tap the worker can
  // navigate an existing window, but cannot open one.
  await page.goto('/tyy/');
  await workerOf(context).evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const tap = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined });
    dispatchEvent(tap);
  });
  await page.waitForURL(`**/tyy${path}`);
  await expect(page.getByRole('button', { name: text('pic.save'), exact: true })).toBeVisible();
  await expect.poll(() => shownBy(workerOf(context))).toEqual([]);
});

test('a push for the open job is hidden, and malformed pushes open Home', async ({ page, context, user }) => {
  await context.grantPermissions(['notifications']);
  await signInPages(page, user);
  const { train_id, generate_id } = await aJob(user);
  await page.goto(`/tyy${makingPath(train_id, generate_id)}`);
  await page.waitForURL(`**/tyy${picPath(generate_id)}`);
  await untilOfflineReady(page);
  const deliver = await deliveries(page);
  const about = (path: string) => JSON.stringify({ title: text('home.ready'), text: '', path });

  await deliver(about(picPath(generate_id)));
  await deliver(about(picPath('another')));
  await expect
    .poll(async () => (await shownBy(workerOf(context))).map(({ tag }) => tag))
    .toEqual([picPath('another')]);

  const shown = async () =>
    (await shownBy(workerOf(context))).map(({ title, tag }) => `${title} ${tag}`).sort();
  const unnamed = JSON.stringify({ title: '', text: '', path: '/' });
  for (const junk of ['', 'null', '{"title":1}', '<html>', unnamed]) await deliver(junk);
  const other = `${text('home.ready')} ${picPath('another')}`;
  await expect.poll(shown).toEqual(['Tyy /', other].sort());
  // A push with an address outside the app opens Home.
  await deliver(about('/../sandbox/login'));
  await deliver(about('@evil.example/'));
  await expect.poll(shown).toEqual([`${text('home.ready')} /`, other].sort());
});
