import { beforeEach, expect, test, vi } from 'vitest';
import { servedFeatures } from '../../../server/contract/features.ts';
import { signedIn } from '../../support/api/signed-in.ts';
import { recordRequests } from '../../support/network/network.ts';

let account: typeof import('../../../src/api/account.ts');
let saveToken: typeof import('../../../src/state/session.ts').saveToken;

async function openPage(): Promise<void> {
  vi.resetModules();
  account = await import('../../../src/api/account.ts');
  ({ saveToken } = await import('../../../src/state/session.ts'));
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
}

beforeEach(openPage);

test("a provider's token is exchanged for one that opens the user's account", async () => {
  saveToken(await account.login('facebook', 'sandbox:Ming'));

  expect(await account.getUser()).toMatchObject({ nickname: 'Ming', vipLevel: 0, coins: 50 });
});

test('a refused token rejects with the code of the API', async () => {
  await expect(account.login('facebook', 'stolen')).rejects.toMatchObject({ name: 'ApiError', code: 1001 });
});

test('our backend declares what it serves beyond the specification', async () => {
  saveToken(await account.login('facebook', 'sandbox:Ming'));

  const { features } = await account.getUser();

  expect(features).toContain('order-status');
  expect(new Set([...features, 'pay-channels', 'push'])).toEqual(new Set(servedFeatures));
});

test('what the API does not declare is never sent', async () => {
  await signedIn();
  await openPage();
  const requests = recordRequests();

  const extras = [account.deleteAllPics, account.deleteAccount, () => account.logout(AbortSignal.timeout(9))];
  for (const extra of extras) await expect(extra()).rejects.toMatchObject({ name: 'MissingFeature' });

  expect(requests).toEqual([]);
});
