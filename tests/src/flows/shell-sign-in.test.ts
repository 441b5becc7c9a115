import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { userAgent } = window.happyDOM.settings.navigator;
let logins = 0;

/** Opens the page in a shell whose login ends with this code; it comes with a token that is no longer good. */
async function openShell(code: number) {
  window.happyDOM.settings.navigator.userAgent = 'iPhone TyyShell/1.0 Language/en';
  window.tyyShell = {
    postMessage(json) {
      const { seq, method } = JSON.parse(json);
      const isLogin = method === 'login';
      if (isLogin) logins++;
      const reply = {
        seq,
        code: isLogin ? code : 0,
        message: 'Facebook is closed',
        data: isLogin ? { login_type: 'facebook', token: 'sandbox:Shell' } : {},
      };
      queueMicrotask(() => window.tyyBridge?.receive(JSON.stringify(reply)));
    },
  };
  localStorage.setItem('tyy.token', 'made up');
  vi.resetModules();
  const { start } = await import('../../../src/flows/start.ts');
  const { call } = await import('../../../src/api/client.ts');
  const { overlay } = await import('../../../src/state/overlay.ts');
  await start();
  return { call, toasts: () => overlay.toasts.map(toast => toast.message) };
}

beforeEach(() => {
  logins = 0;
});
afterEach(() => {
  window.happyDOM.settings.navigator.userAgent = userAgent;
  delete window.tyyShell;
});

test('several refused calls share one native login, and then succeed', async () => {
  const { call, toasts } = await openShell(0);

  const answers = await Promise.all([
    call('/v1/getUserInfo'),
    call('/v1/getPersonalPics'),
    call('/v1/getUserInfo'),
  ]);

  expect(answers[0]).toMatchObject({ nickname: 'Shell' });
  expect(logins).toBe(1);
  expect(toasts()).toEqual([]);
});

test('a native login that fails is said once, and rejects the calls', async () => {
  const { call, toasts } = await openShell(7);

  const answers = await Promise.allSettled([call('/v1/getUserInfo'), call('/v1/getPersonalPics')]);

  expect(answers.map(answer => answer.status)).toEqual(['rejected', 'rejected']);
  expect(logins).toBe(1);
  expect(toasts()).toEqual([{ text: 'Facebook is closed' }]);
});

test('after a native login that failed, the next call may try it again', async () => {
  const { call } = await openShell(7);
  await expect(call('/v1/getUserInfo')).rejects.toThrow();

  await expect(call('/v1/getUserInfo')).rejects.toThrow();

  expect(logins).toBe(2);
});
