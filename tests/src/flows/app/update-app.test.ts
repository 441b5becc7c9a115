import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Messages that the page has sent to the new version's service worker. */
let told: unknown[];
/** True while the app's icon has a badge, which an earlier page has set. */
let hasBadge: boolean;

beforeEach(() => {
  told = [];
  const scriptURL = new URL(`${import.meta.env.BASE_URL}service-worker.js`, location.href).href;
  const waiting = { scriptURL, postMessage: (message: unknown) => told.push(message) };
  const registration = Object.assign(new EventTarget(), { waiting });
  const container = Object.assign(new EventTarget(), { controller: {}, register: async () => registration });
  hasBadge = true;
  const clearAppBadge = async () => {
    hasBadge = false;
  };
  Object.defineProperties(navigator, {
    serviceWorker: { value: container, configurable: true },
    clearAppBadge: { value: clearAppBadge, configurable: true },
  });
});

afterEach(() => {
  for (const name of ['serviceWorker', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

/** Opens a page while a new version is waiting; returns the page's notes and a function that opens a screen. */
async function openPage(path: string) {
  history.replaceState(null, '', `/tyy${path}`);
  const [{ updateApp }, { overlay }, { go }, { loadAllWords }] = await Promise.all([
    import('../../../../src/flows/app/update-app.ts'),
    import('../../../../src/state/overlay.ts'),
    import('../../../../src/platform/navigation.ts'),
    import('../../../../src/i18n/i18n.ts'),
  ]);
  await loadAllWords();
  await updateApp();
  // Wait one turn, after which an offer would be visible.
  await new Promise(resolve => setTimeout(resolve));
  return { offers: () => overlay.notes, go };
}

test('the app offers an update, and installs it if the user agrees', async () => {
  const { offers } = await openPage('/');
  expect(hasBadge).toBe(false);
  expect(offers()).toMatchObject([{ message: 'update.ready', action: { label: 'update.take' } }]);
  expect(told).toEqual([]);

  offers()[0]?.action?.run();
  expect(told).toEqual([{ type: 'SKIP_WAITING' }]);
});

test('the first service worker in a browser is not offered as an update, even if it is waiting', async () => {
  Object.assign(navigator.serviceWorker, { controller: null });
  const { offers } = await openPage('/');
  expect(offers()).toEqual([]);
});

test.each(['/make-pic', '/recharge'])(
  'a new version does not interrupt the user on %s, and is offered on the next screen',
  async path => {
    const { offers, go } = await openPage(path);
    expect(offers()).toEqual([]);

    go('/');
    await vi.waitFor(() => expect(offers()).toHaveLength(1));
  },
);
