import { beforeEach, expect, vi } from 'vitest';
import { test } from '../../../support/api/signed-in.ts';
import { stubCall } from '../../../support/network/network.ts';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';

let loadUser: typeof import('../../../../src/flows/account/load-user.ts').loadUser;
let session: typeof import('../../../../src/state/session.ts');

beforeEach(async () => {
  await openPage();
});

async function openPage(): Promise<void> {
  vi.resetModules();
  ({ loadUser } = await import('../../../../src/flows/account/load-user.ts'));
  session = await import('../../../../src/state/session.ts');
  await (await import('../../../../src/platform/bridge/bridge.ts')).openBridge();
}

test('the user is shown, unless they have logged out in the meantime', async () => {
  await loadUser();
  expect(session.session.user).toMatchObject({ coins: 50 });

  const late = loadUser();
  session.clearToken();
  await late;
  expect(session.session.user).toBeNull();
});

test("a subscriber's banner is closed, and nobody else's", async () => {
  const shell = openFakeShell();
  await openPage();

  await loadUser();
  expect(shell.callsOf('closeBannerAd')).toEqual([]);

  stubCall('getUserInfo', () => ({ vip_level: 1 }));
  await loadUser();
  expect(shell.callsOf('closeBannerAd')).toHaveLength(1);
});
