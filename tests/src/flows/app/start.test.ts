import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Language } from '../../../../src/i18n/languages.ts';
import { signedIn } from '../../../support/api/signed-in.ts';
import { later } from '../../../support/later.ts';
import { stubCall } from '../../../support/network/network.ts';
import { type FakeShell, openFakeShell, succeed } from '../../../support/phone/fake-shell.ts';

const { userAgent } = window.happyDOM.settings.navigator;

/** Starts the app as in a new page; returns its language. The language file in `missing` fails to load. */
async function startPage(missing?: { code: Language; part: 'loadFirst' | 'loadScreens' }): Promise<string> {
  vi.resetModules();
  const { languages } = await import('../../../../src/i18n/languages.ts');
  const entry = languages.find(({ code }) => code === missing?.code);
  const failure = new TypeError('Failed to fetch dynamically imported module');
  if (entry && missing) vi.spyOn(entry, missing.part).mockRejectedValue(failure);
  const { start } = await import('../../../../src/flows/app/start.ts');
  await start();
  return (await import('../../../../src/i18n/i18n.ts')).language();
}

let shell: FakeShell;

beforeEach(() => {
  shell = openFakeShell();
});
afterEach(() => {
  window.happyDOM.settings.navigator.userAgent = userAgent;
});

test('the app starts in English even on a Chinese phone', async () => {
  window.happyDOM.settings.navigator.userAgent = 'iPhone TyyShell/1.0 Language/zh-CN';

  expect(await startPage()).toBe('en');
});

test('if the texts of the chosen language fail to load, the app starts in English', async () => {
  localStorage.setItem('tyy.language', 'zh');

  expect(await startPage({ code: 'zh', part: 'loadFirst' })).toBe('en');
  expect(localStorage.getItem('tyy.language')).toBe('zh');
});

test('if the sign-in code cannot load, a return from the login dialog and a refused call show a network error', async () => {
  history.replaceState(null, '', '/tyy/#state=s&access_token=t');
  // The sign-in waits for all texts, so it fails with them.
  await startPage({ code: 'en', part: 'loadScreens' });
  const { overlay } = await import('../../../../src/state/overlay.ts');
  const { getCoinStatements } = await import('../../../../src/api/billing.ts');

  expect(location.hash).toBe('');
  await waitFor(() => expect(overlay.toasts.map(({ message }) => message)).toEqual(['error.network']));
  await expect(getCoinStatements(1)).rejects.toMatchObject({ name: 'NetworkError' });
});

test('when the app starts, it closes the native app’s ad banner only for subscribers', async () => {
  window.happyDOM.settings.navigator.userAgent = 'iPhone TyyShell/1.0 Language/en';
  await signedIn();
  await startPage();
  await waitFor(() => expect(shell.cache.get('tyy.user')).toBeDefined());
  expect(shell.callsOf('closeBannerAd')).toEqual([]);

  stubCall('getUserInfo', () => ({ vip_level: 1 }));
  await startPage();
  await waitFor(() => expect(shell.callsOf('closeBannerAd')).not.toEqual([]));
});

test("a native app's slow cache does not delay the start, and the app uses the token when it arrives", async () => {
  const reply = later<string>();
  // Delay all reads, because the previous test's page may still be reading.
  shell.on('readCache', async ({ key }) =>
    key === 'tyy.token' ? succeed({ value: JSON.stringify(await reply.promise) }) : null,
  );
  await startPage();
  const { session } = await import('../../../../src/state/session.ts');
  expect(session.token).toBeNull();

  reply.resolve('a-token');

  await waitFor(() => expect(session.token).toBe('a-token'));
});
