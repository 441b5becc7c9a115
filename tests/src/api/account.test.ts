import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakeShell } from '../../support/fake-shell.ts';
import { signedIn } from '../../support/render-at.tsx';
import { type OddServer, openOddServer } from './odd-server.ts';

let account: typeof import('../../../src/api/account.ts');
let overlay: typeof import('../../../src/state/overlay.ts').overlay;
let session: typeof import('../../../src/state/session.ts').session;
let saveToken: typeof import('../../../src/state/session.ts').saveToken;
let server: OddServer | null = null;

async function openPage(): Promise<void> {
  vi.resetModules();
  account = await import('../../../src/api/account.ts');
  ({ overlay } = await import('../../../src/state/overlay.ts'));
  ({ session, saveToken } = await import('../../../src/state/session.ts'));
  await (await import('../../../src/platform/bridge.ts')).openBridge();
}

/** Puts the page on the origin of a server that answers everything with this data. */
async function standOnServer(data: unknown): Promise<OddServer> {
  server = await openOddServer();
  server.answer = () => ({ body: { code: 0, data, message: '' } });
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

  expect(await account.loadUser()).toMatchObject({ nickname: 'Ming', vipLevel: 0, coins: 50 });
  expect(session.user?.nickname).toBe('Ming');
});

test('a refused token rejects with the code of the API', async () => {
  await expect(account.login('facebook', 'stolen')).rejects.toMatchObject({ name: 'ApiError', code: 1001 });
});

test.each([null, {}, { token: '' }, { token: 7 }])('a login that answers %j signs nobody in', async data => {
  await standOnServer(data);

  await expect(account.login('facebook', 'sandbox:Ming')).rejects.toMatchObject({ name: 'NetworkError' });
});

test("a subscriber's banner is closed, and nobody else's", async () => {
  const shell = openFakeShell();
  localStorage.setItem('tyy.token', 'any');
  await openPage();
  const wire = { user_id: '7', nickname: 'Ming', avatar: '', vip_expire_time: 0, coins: 0 };

  const odd = await standOnServer({ ...wire, vip_level: 0 });
  await account.loadUser();
  expect(shell.callsOf('closeBannerAd')).toEqual([]);

  odd.answer = () => ({ body: { code: 0, data: { ...wire, vip_level: 1 } } });
  await account.loadUser();
  expect(shell.callsOf('closeBannerAd')).toHaveLength(1);
});

test('ending the session makes the token worthless', async () => {
  const token = await signedIn();
  await openPage();

  await account.logout();

  expect(session.token).toBeNull();
  expect(localStorage.getItem('tyy.token')).toBeNull();
  saveToken(token);
  await expect(account.loadUser({ signIn: false })).rejects.toMatchObject({ code: 1002 });
});

test('the session ends here also when the server cannot be told', async () => {
  await signedIn();
  await openPage();
  window.happyDOM.setURL('http://127.0.0.1:9/tyy/');

  await account.logout();

  expect(session.token).toBeNull();
  expect(overlay.toasts).toEqual([]);
});
