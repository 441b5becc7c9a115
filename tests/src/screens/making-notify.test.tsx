import { screen, waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, type Mock, vi } from 'vitest';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept } from '../../support/network/network.ts';
import { openFakeShell } from '../../support/phone/fake-shell.ts';
import { userAgents } from '../../support/phone/weixin-double.ts';
import { renderAt } from '../../support/render-at.tsx';

const offer = { name: 'Tell me when they are ready' };
const key = 'BGV5';
const device = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } };

interface Subscription {
  options: { applicationServerKey: ArrayBuffer };
  unsubscribe(): Promise<boolean>;
}
type Subscribe = (options: PushSubscriptionOptionsInit) => Promise<unknown>;

/** The job's status in the API. */
let status: number;
let requests: number;
let features: string[] | null;
/** The user's answer to the browser's permission prompt. */
let decision: NotificationPermission;
let visibility: DocumentVisibilityState;
let ask: Mock<() => Promise<NotificationPermission>>;
let shown: { title: string; data: { address: string }; close(): void }[];
let getNotifications: () => Promise<typeof shown>;
/** The page's calls to the badge API. */
let badges: string[];
let calls: string[];
/** The push subscription that the browser has before the test; null if it has none. */
let before: Subscription | null;
let subscribe: Subscribe;
let subscribed: unknown[];

const subscribeWell: Subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  calls.push(`subscribe ${userVisibleOnly} ${applicationServerKey}`);
  return { toJSON: () => ({ ...device, expirationTime: null }) };
};

beforeEach(() => {
  status = 4;
  requests = 0;
  features = null;
  decision = 'granted';
  visibility = 'visible';
  [shown, badges, calls, subscribed] = [[], [], [], []];
  before = null;
  subscribe = subscribeWell;
  ask = vi.fn(async () => decision);
  getNotifications = vi.fn(async () => [...shown]);
  const registration = {
    async showNotification(title: string, { data }: { data: { address: string } }) {
      const notification = { title, data, close: () => void shown.splice(shown.indexOf(notification), 1) };
      shown.push(notification);
    },
    getNotifications,
    pushManager: {
      getSubscription: async () => before,
      subscribe: (options: PushSubscriptionOptionsInit) => subscribe(options),
    },
  };
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: ask });
  vi.stubGlobal('ServiceWorkerRegistration', { prototype: registration });
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperties(navigator, {
    serviceWorker: { value: serviceWorker, configurable: true },
    setAppBadge: { value: async () => void badges.push('set'), configurable: true },
    clearAppBadge: { value: async () => void badges.push('clear'), configurable: true },
  });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  intercept(async ({ path, body }, send) => {
    const respond = (data: unknown) => Response.json({ code: 0, data, message: '' });
    if (path === '/v1/getTrainAndGenerateResultById') {
      requests++;
      return respond({ train_and_generate_info: jobData({ status }) });
    }
    if (path === '/v1/getPushKey') return respond({ key });
    if (path === '/v1/subscribePush') {
      subscribed.push(JSON.parse(body));
      return respond(null);
    }
    if (path !== '/v1/getUserInfo') return send();
    calls.push('user');
    const envelope = await (await send()).json();
    if (features) envelope.data.features = features;
    return Response.json(envelope);
  });
});

afterEach(() => {
  for (const name of ['serviceWorker', 'setAppBadge', 'clearAppBadge', 'standalone'])
    Reflect.deleteProperty(navigator, name);
});

function turn(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

const openMaking = () => renderAt('/making?train_id=t1&generate_id=g1');

async function accept(): Promise<void> {
  await openMaking();
  const button = await screen.findByRole('button', offer);
  expect(ask).not.toHaveBeenCalled();
  button.click();
}

test('the user is notified of a job that ends while the page is hidden, and the page clears this when it is shown', async () => {
  await accept();
  await screen.findByText(/We’ll notify you when they are ready/);

  status = 5;
  turn('hidden');
  await waitFor(() => expect(shown).toHaveLength(1));
  const [title, address] = ['Your pictures are ready', '/tyy/pic?generate_id=g1'];
  expect(shown[0]).toMatchObject({ title, data: { address } });
  expect(document.title).toBe(title);
  expect(badges).toEqual(['set']);
  // The page must not list notifications while one is being shown, because Chromium would lose that notification.
  expect(getNotifications).not.toHaveBeenCalled();

  turn('visible');
  await waitFor(() => expect(shown).toEqual([]));
  expect(document.title).not.toContain(title);
  expect(badges).toEqual(['set', 'clear']);
});

test('the user is also notified of a failed job, and the notification opens the screen with the reason', async () => {
  await accept();
  await screen.findByText(/We’ll notify you/);

  status = 6;
  turn('hidden');
  await waitFor(() => expect(shown[0]?.title).toBe('Your pictures couldn’t be made'));
  expect(shown[0]?.data.address).toBe('/tyy/making?train_id=t1&generate_id=g1');
});

test('if the user refuses notifications, the page says that they are blocked and does not poll while hidden', async () => {
  decision = 'denied';
  await accept();
  await screen.findByText(/Notifications are blocked/);
  expect(screen.queryByRole('button', offer)).toBeNull();

  turn('hidden');
  const sent = requests;
  await new Promise(resolve => setTimeout(resolve));
  expect(requests).toBe(sent);
});

test.each([
  ['in the native app', () => void openFakeShell()],
  ['in WeChat', () => void vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android)],
  ['without the browser’s API', () => void vi.stubGlobal('ServiceWorkerRegistration', undefined)],
  ['after the user has refused', () => void Object.assign(Notification, { permission: 'denied' })],
])('no notification is offered %s', async (_, arrange) => {
  arrange();
  await openMaking();
  await screen.findByText('40%');
  // Wait for the texts that the offer needs, after which the offer would be visible.
  const { loadExtraWords } = await import('../../../src/i18n/extra-words.ts');
  await loadExtraWords();
  expect(screen.queryByRole('button', offer)).toBeNull();
});

const oldSubscription = (words: string): Subscription => ({
  options: { applicationServerKey: new TextEncoder().encode(words).buffer as ArrayBuffer },
  unsubscribe: async () => {
    calls.push('unsubscribe');
    return true;
  },
});

test.each([
  ['if it had no subscription', null, ['user', `subscribe true ${key}`]],
  ['after ending a subscription with another key', 'old', ['user', 'unsubscribe', `subscribe true ${key}`]],
  ['even if it has a subscription with the same key', '\x04ey', ['user', `subscribe true ${key}`]],
])('with push, the API gets this device %s, and the app may be closed', async (_, words, expected) => {
  features = ['push'];
  before = words === null ? null : oldSubscription(words);
  await accept();
  await screen.findByText(/even if you close the app/);
  expect(calls).toEqual(expected);
  expect(subscribed).toEqual([{ train_id: 't1', generate_id: 'g1', ...device }]);
});

const silent: Subscribe = async () => {
  calls.push('silent');
  throw new DOMException('', 'AbortError');
};
const keyless: Subscribe = async () => {
  calls.push('keyless');
  return { toJSON: () => ({}) };
};

test.each([
  ['the API has no push', [], subscribeWell, ['user']],
  ['the push service fails', ['push'], silent, ['user', 'silent']],
  ['the push service gives no keys', ['push'], keyless, ['user', 'keyless']],
])('if %s, the page must stay open', async (_, declared, subscribing, expected) => {
  features = declared;
  subscribe = subscribing;
  await accept();
  await screen.findByText(/Keep this page open/);
  await waitFor(() => expect(calls).toEqual(expected));
  await new Promise(resolve => setTimeout(resolve));
  expect(subscribed).toEqual([]);
  expect(screen.queryByText(/even if you close the app/)).toBeNull();
});

test.each([
  ['ends the push subscription of this device', async () => true],
  ['does not wait for a browser that does not respond', () => new Promise<boolean>(() => {})],
])('logging out %s', async (_, unsubscribe) => {
  const { clearUserData } = await import('../../../src/flows/account/clear-user-data.ts');
  before = { ...oldSubscription('x'), unsubscribe: vi.fn(unsubscribe) };
  await clearUserData();
  await waitFor(() => expect(before?.unsubscribe).toHaveBeenCalledOnce());
});

test('in a browser tab on an iPhone, the page says that only an app on the Home Screen can notify the user', async () => {
  features = ['push'];
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(globalThis, 'Notification');
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  await accept();
  await screen.findByText(/only an app on the Home Screen can notify you/);
  expect([calls, subscribed]).toEqual([['user'], []]);
});
