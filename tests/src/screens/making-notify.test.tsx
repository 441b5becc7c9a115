import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, type Mock, vi } from 'vitest';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept } from '../../support/network/network.ts';
import { openFakeShell } from '../../support/phone/fake-shell.ts';
import { userAgents } from '../../support/phone/weixin-double.ts';
import { renderAt } from '../../support/render-at.tsx';

const offer = { name: 'Tell me when they are ready' };

let status: number;
let requests: number;
/** The user's answer to the browser's permission prompt. */
let decision: NotificationPermission;
let visibility: DocumentVisibilityState;
let ask: Mock<() => Promise<NotificationPermission>>;
/** The notifications on screen. */
let shown: { title: string; data: { address: string }; close(): void }[];
let getNotifications: () => Promise<typeof shown>;
/** Calls of the browser's badge API. */
let badges: string[];

beforeEach(() => {
  status = 4;
  requests = 0;
  decision = 'default';
  visibility = 'visible';
  shown = [];
  badges = [];
  ask = vi.fn(async () => decision);
  getNotifications = vi.fn(async () => [...shown]);
  const registration = {
    async showNotification(title: string, { data }: { data: { address: string } }) {
      const notification = { title, data, close: () => void shown.splice(shown.indexOf(notification), 1) };
      shown.push(notification);
    },
    getNotifications,
  };
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: ask });
  vi.stubGlobal('ServiceWorkerRegistration', { prototype: registration });
  Object.defineProperties(navigator, {
    serviceWorker: { value: { getRegistration: async () => registration }, configurable: true },
    setAppBadge: { value: async () => void badges.push('set'), configurable: true },
    clearAppBadge: { value: async () => void badges.push('clear'), configurable: true },
  });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  intercept(async ({ path }, send) => {
    if (path !== '/v1/getTrainAndGenerateResultById') return send();
    requests++;
    const data = { train_and_generate_info: jobData({ status }) };
    return Response.json({ code: 0, data, message: '' });
  });
});

afterEach(() => {
  for (const name of ['serviceWorker', 'setAppBadge', 'clearAppBadge'])
    Reflect.deleteProperty(navigator, name);
});

function turn(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

const openMaking = () => renderAt('/making?train_id=t1&generate_id=g1');

test('after a tap the user is notified when a job ends while the page is hidden; everything is cleared on return', async () => {
  const page = await openMaking();
  const button = await page.findByRole('button', offer);
  expect(ask).not.toHaveBeenCalled();
  decision = 'granted';
  button.click();
  await page.findByText(/We will notify you when they are ready/);

  status = 5;
  turn('hidden');
  await waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({
    title: 'Your pictures are ready',
    data: { address: '/tyy/pic?generate_id=g1' },
  });
  expect(document.title).toBe('Your pictures are ready');
  expect(badges).toEqual(['set']);
  // In Chromium, listing the notifications forgets those that are still being shown, such as a push with the same tag.
  expect(getNotifications).not.toHaveBeenCalled();

  turn('visible');
  await waitFor(() => expect(shown).toEqual([]));
  expect(document.title).not.toContain('Your pictures are ready');
  expect(badges).toEqual(['set', 'clear']);
});

test('the user is also notified of a failed job, and is led to the reason', async () => {
  const page = await openMaking();
  decision = 'granted';
  (await page.findByRole('button', offer)).click();
  await page.findByText(/We will notify you/);

  status = 6;
  turn('hidden');
  await waitFor(() => expect(shown[0]?.title).toBe('Your pictures need your attention'));
  expect(shown[0]?.data.address).toBe('/tyy/making?train_id=t1&generate_id=g1');
});

test('a refusal is explained, and nothing is requested behind the hidden page', async () => {
  const page = await openMaking();
  decision = 'denied';
  (await page.findByRole('button', offer)).click();
  await page.findByText(/Notifications are blocked/);
  expect(page.queryByRole('button', offer)).toBeNull();

  turn('hidden');
  const before = requests;
  await new Promise(resolve => setTimeout(resolve));
  expect(requests).toBe(before);
});

test('closing the browser’s question leaves the offer', async () => {
  const page = await openMaking();
  (await page.findByRole('button', offer)).click();
  await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  page.getByRole('button', offer);
});

test.each([
  ['in the native app', () => void openFakeShell()],
  ['in WeChat', () => void vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android)],
  ['where there is no API for it', () => void vi.stubGlobal('ServiceWorkerRegistration', undefined)],
  ['once it was refused', () => void Object.assign(Notification, { permission: 'denied' })],
])('nothing is offered %s', async (_, arrange) => {
  arrange();
  const page = await openMaking();
  await page.findByText('40%');
  // The texts of later parts are loaded, so the offer would be visible by now.
  const { loadExtraWords } = await import('../../../src/i18n/extra-words.ts');
  await loadExtraWords();
  expect(page.queryByRole('button', offer)).toBeNull();
});
