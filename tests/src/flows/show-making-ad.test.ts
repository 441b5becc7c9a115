import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerInstead, subscriberAnswer } from '../../support/answers.ts';
import { openFakeShell, type ShellAnswer } from '../../support/fake-shell.ts';
import { signedIn } from '../../support/render-at.tsx';

const browser = navigator.userAgent;
let shell: ReturnType<typeof openFakeShell>;
let showMakingAd: typeof import('../../../src/flows/show-making-ad.ts').showMakingAd;
/** What the native app keeps, also when the webview loses all it had. */
const kept = new Map<string, string>();

function keepOnPhone(method: string, { key, value }: Record<string, unknown>): object {
  if (method === 'writeCache') kept.set(String(key), String(value));
  return method === 'readCache' ? { value: kept.get(String(key)) ?? null } : {};
}

/** A page that was just opened in the native app, whose full-screen ad ends like this. */
async function openPage(ad: ShellAnswer = { code: 0 }): Promise<void> {
  window.happyDOM.settings.navigator.userAgent = `${browser} TyyShell/1.0 Language/en-US`;
  shell = openFakeShell(({ method, params }) =>
    method === 'showFullScreenAd' ? ad : { code: 0, data: keepOnPhone(method, params) },
  );
  vi.resetModules();
  const { openBridge } = await import('../../../src/platform/bridge.ts');
  await openBridge();
  ({ showMakingAd } = await import('../../../src/flows/show-making-ad.ts'));
}

const adsShown = () => shell.calls.filter(({ method }) => method === 'showFullScreenAd').length;

beforeEach(async () => {
  kept.clear();
  await signedIn();
});
afterEach(() => {
  window.happyDOM.settings.navigator.userAgent = browser;
  shell.close();
  vi.restoreAllMocks();
});

test('each job shows its ad once, also after a reload', async () => {
  await openPage();
  await showMakingAd('one');
  await showMakingAd('one');
  await showMakingAd('two');
  expect(adsShown()).toBe(2);

  await openPage();
  await showMakingAd('one');
  expect(adsShown()).toBe(0);
});

test('what the webview loses the phone still knows: no job shows a second ad', async () => {
  await openPage();
  await showMakingAd('one');
  const token = localStorage.getItem('tyy.token') ?? '';
  localStorage.clear();
  localStorage.setItem('tyy.token', token);

  await openPage();
  await showMakingAd('one');
  expect(adsShown()).toBe(0);
});

test('a job that is looked at twice at the same time shows one ad', async () => {
  await openPage();
  await Promise.all([showMakingAd('one'), showMakingAd('one'), showMakingAd('two')]);
  expect(adsShown()).toBe(2);

  await openPage();
  await Promise.all([showMakingAd('one'), showMakingAd('two')]);
  expect(adsShown()).toBe(0);
});

test('a subscriber sees none', async () => {
  answerInstead('/v1/getUserInfo', subscriberAnswer);
  await openPage();
  await showMakingAd('one');
  expect(adsShown()).toBe(0);
});

test('an ad that fails stops nothing', async () => {
  await openPage({ code: 5, message: 'no ad today' });
  await expect(showMakingAd('one')).resolves.toBeUndefined();
});
