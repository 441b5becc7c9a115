import { beforeEach, expect, vi } from 'vitest';
import { type FakeShell, openFakeShell, type ShellOutcome, succeed } from '../../../support/fake-shell.ts';
import { stubCall } from '../../../support/network.ts';
import { test } from '../../../support/signed-in.ts';

let shell: FakeShell;
let showMakingAd: typeof import('../../../../src/flows/jobs/wait-for-job.ts').showMakingAd;

/** A page that was just opened in the native app, whose full-screen ad ends like this. */
async function openPage(ad: ShellOutcome<'showFullScreenAd'> = succeed({})): Promise<void> {
  shell.on('showFullScreenAd', () => ad);
  shell.calls.length = 0;
  vi.resetModules();
  const { openBridge } = await import('../../../../src/platform/bridge/bridge.ts');
  await openBridge();
  ({ showMakingAd } = await import('../../../../src/flows/jobs/wait-for-job.ts'));
}

const adsShown = () => shell.callsOf('showFullScreenAd').length;

beforeEach(async () => {
  shell = openFakeShell();
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
  stubCall('getUserInfo', () => ({ vip_level: 1 }));
  await openPage();
  await showMakingAd('one');
  expect(adsShown()).toBe(0);
});

test('an ad that fails stops nothing', async () => {
  await openPage({ code: 5, message: 'no ad today' });
  await expect(showMakingAd('one')).resolves.toBeUndefined();
});
