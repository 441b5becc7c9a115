import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept } from '../../support/network/network.ts';
import { renderAt } from '../../support/render-at.tsx';

const offer = { name: 'Tell me when they are ready' };
const key = 'BGV5';

/** Features of the API, and the subscriptions that it got from this device. */
let features: string[];
let subscribed: unknown[];
/** Calls of the browser's push API, in order. */
let calls: string[];
let before: { options: { applicationServerKey: ArrayBuffer }; unsubscribe(): Promise<boolean> } | null;
let subscribe: (options: PushSubscriptionOptionsInit) => Promise<unknown>;

const device = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } };

const subscribeWell: typeof subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  calls.push(`subscribe ${userVisibleOnly} ${applicationServerKey}`);
  return { toJSON: () => ({ ...device, expirationTime: null }) };
};

beforeEach(() => {
  features = ['push'];
  subscribed = [];
  calls = [];
  before = null;
  subscribe = subscribeWell;
  const registration = {
    pushManager: {
      getSubscription: async () => before,
      subscribe: (options: PushSubscriptionOptionsInit) => subscribe(options),
    },
    showNotification: async () => undefined,
    getNotifications: async () => [],
  };
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' });
  vi.stubGlobal('ServiceWorkerRegistration', { prototype: registration });
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    configurable: true,
  });
  intercept(async ({ path, body }, send) => {
    const respond = (data: unknown) => Response.json({ code: 0, data, message: '' });
    if (path === '/v1/getTrainAndGenerateResultById')
      return respond({ train_and_generate_info: jobData({ status: 4 }) });
    if (path === '/v1/getPushKey') return respond({ key });
    if (path === '/v1/subscribePush') {
      subscribed.push(JSON.parse(String(body)));
      return respond(null);
    }
    if (path !== '/v1/getUserInfo') return send();
    calls.push('user');
    const envelope = await (await send()).json();
    envelope.data.features = features;
    return Response.json(envelope);
  });
});

afterEach(() => {
  for (const name of ['serviceWorker', 'standalone']) Reflect.deleteProperty(navigator, name);
});

const oldSubscription = (words: string) => ({
  options: { applicationServerKey: new TextEncoder().encode(words).buffer as ArrayBuffer },
  unsubscribe: async () => {
    calls.push('unsubscribe');
    return true;
  },
});

async function press() {
  const page = await renderAt('/making?train_id=t1&generate_id=g1');
  (await page.findByRole('button', offer)).click();
  return page;
}

test('where the API has push, it is asked to tell this device of this job, and the app may be closed', async () => {
  const page = await press();
  await page.findByText(/even if you close the app/);
  expect(calls).toEqual(['user', `subscribe true ${key}`]);
  expect(subscribed).toEqual([{ train_id: 't1', generate_id: 'g1', ...device }]);
});

test.each([
  ['of another key is ended first', 'old', ['user', 'unsubscribe', `subscribe true ${key}`]],
  ['of the same key stays', '\x04ey', ['user', `subscribe true ${key}`]],
])('a subscription %s', async (_, words, expected) => {
  before = oldSubscription(words);
  const page = await press();
  await page.findByText(/even if you close the app/);
  expect(calls).toEqual(expected);
});

const silent: typeof subscribe = async () => {
  calls.push('silent');
  throw new DOMException('', 'AbortError');
};
const keyless: typeof subscribe = async () => {
  calls.push('keyless');
  return { toJSON: () => ({}) };
};

test.each([
  ['the API has no push', [], subscribeWell, ['user']],
  ['the push service does not respond as it should', ['push'], silent, ['user', 'silent']],
  ['the push service gives no keys', ['push'], keyless, ['user', 'keyless']],
])('where %s, the page has to stay open', async (_, declared, subscribing, expected) => {
  features = declared;
  subscribe = subscribing;
  const page = await press();
  await page.findByText(/Keep this page open/);
  await waitFor(() => expect(calls).toEqual(expected));
  // Waits for pending requests.
  await new Promise(resolve => setTimeout(resolve));
  expect(subscribed).toEqual([]);
  expect(page.queryByText(/even if you close the app/)).toBeNull();
});

test.each([
  ['ends the subscription of this device', async () => true],
  ['does not wait for a browser that says nothing', () => new Promise<boolean>(() => {})],
])('logging out %s', async (_, unsubscribe) => {
  const { clearUserData } = await import('../../../src/flows/account/clear-user-data.ts');
  before = { ...oldSubscription('x'), unsubscribe: vi.fn(unsubscribe) };
  await clearUserData();
  await waitFor(() => expect(before?.unsubscribe).toHaveBeenCalledOnce());
});

const inTabOfIphone = () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(globalThis, 'Notification');
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
};

test('in a tab on an iPhone it is said what has to be done there', async () => {
  inTabOfIphone();
  const page = await press();
  await page.findByText(/only an app on the Home Screen can notify you/);
  expect([calls, subscribed]).toEqual([['user'], []]);
});
