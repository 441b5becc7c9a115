import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { servedFeatures } from '../../../server/contract/features.ts';
import { recordRequests } from '../../support/network.ts';
import { signedIn } from '../../support/signed-in.ts';
import { type OddServer, openOddServer } from './odd-server.ts';

let account: typeof import('../../../src/api/account.ts');
let saveToken: typeof import('../../../src/state/session.ts').saveToken;
let server: OddServer | null = null;

async function openPage(): Promise<void> {
  vi.resetModules();
  account = await import('../../../src/api/account.ts');
  ({ saveToken } = await import('../../../src/state/session.ts'));
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
}

/** Puts the page on the origin of a server that responds to everything with this data. */
async function standOnServer(data: unknown): Promise<OddServer> {
  server = await openOddServer();
  server.respond = () => ({ body: { code: 0, data, message: '' } });
  window.happyDOM.setURL(`${server.origin}/tyy/`);
  return server;
}

beforeEach(openPage);
afterEach(async () => {
  await server?.close();
  server = null;
});

test("a provider's token is exchanged for one that opens the user's account", async () => {
  saveToken(await account.login('facebook', 'sandbox:Ming'));

  expect(await account.getUser()).toMatchObject({ nickname: 'Ming', vipLevel: 0, coins: 50 });
});

test('a refused token rejects with the code of the API', async () => {
  await expect(account.login('facebook', 'stolen')).rejects.toMatchObject({ name: 'ApiError', code: 1001 });
});

test.each([null, {}, { token: '' }, { token: [] }])(
  'a login with the data %j signs nobody in',
  async data => {
    await standOnServer(data);

    await expect(account.login('facebook', 'sandbox:Ming')).rejects.toMatchObject({ name: 'NetworkError' });
  },
);

test('an API that says only the VIP level is enough', async () => {
  await standOnServer({ vip_level: 0 });

  expect(await account.getUser()).toEqual({
    userId: '',
    nickname: '',
    avatar: '',
    vipLevel: 0,
    vipExpireTime: 0,
    coins: null,
    features: [],
    consentVersion: '',
    payChannels: null,
  });
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

test('ending the session makes the token worthless', async () => {
  await signedIn();
  await openPage();

  const { clientHooks } = await import('../../../src/api/client.ts');
  clientHooks.hasFeature = async feature => feature === 'log-out';
  await account.logout(AbortSignal.timeout(5000));

  await expect(account.getUser({ signIn: false })).rejects.toMatchObject({ code: 1002 });
});
