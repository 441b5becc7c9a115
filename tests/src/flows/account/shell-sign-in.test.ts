import { expect, test, vi } from 'vitest';
import { openFakeShell, type ShellOutcome, succeed } from '../../../support/fake-shell.ts';

const refused = { code: 7, message: 'Facebook is closed' };

/** Opens the page in a shell whose login ends like this; it comes with a token that is no longer good. */
async function openShell(login: ShellOutcome<'login'>) {
  const shell = openFakeShell({ login: () => login });
  localStorage.setItem('tyy.token', 'made-up');
  vi.resetModules();
  const { start } = await import('../../../../src/flows/app/start.ts');
  const { getUser } = await import('../../../../src/api/account.ts');
  const { getPersonalPics } = await import('../../../../src/api/jobs.ts');
  const { overlay } = await import('../../../../src/state/overlay.ts');
  await start();
  return {
    getUser,
    getPersonalPics,
    logins: () => shell.callsOf('login').length,
    toasts: () => overlay.toasts.map(toast => toast.message),
  };
}

test('several refused calls share one native login, and then succeed', async () => {
  const { getUser, getPersonalPics, logins, toasts } = await openShell(
    succeed({ login_type: 'facebook', token: 'sandbox:Shell' }),
  );

  const results = await Promise.all([getUser(), getPersonalPics(), getUser()]);

  expect(results[0]).toMatchObject({ nickname: 'Shell' });
  expect(logins()).toBe(1);
  expect(toasts()).toEqual([]);
});

test('a native login that fails is said once, and rejects the calls', async () => {
  const { getUser, getPersonalPics, logins, toasts } = await openShell(refused);

  const results = await Promise.allSettled([getUser(), getPersonalPics()]);

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(logins()).toBe(1);
  expect(toasts()).toEqual([{ text: 'Facebook is closed' }]);
});

test.each([undefined, '1'])(
  'after a native login that failed, only a press begins the next (VITE_OPEN_TRY=%s)',
  async openTry => {
    vi.stubEnv('VITE_OPEN_TRY', openTry);
    const { getUser, getPersonalPics, logins, toasts } = await openShell(refused);
    await expect(getUser()).rejects.toThrow();

    for (const call of [getUser, getPersonalPics, getUser]) await expect(call()).rejects.toThrow();
    expect(logins()).toBe(1);
    expect(toasts()).toHaveLength(1);

    const { signIn } = await import('../../../../src/flows/account/sign-in.ts');
    await expect(signIn()).rejects.toThrow();
    expect(logins()).toBe(2);
  },
);

test.each([{}, { login_type: 'facebook', token: 7 }, null])(
  'a native login that brings %j is said in the words of the app, and signs nobody in',
  async malformed => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { getUser, toasts } = await openShell({ malformed });
    await expect(getUser()).rejects.toThrow();
    expect(toasts()).toEqual(['bridge.malformed']);
    expect(localStorage.getItem('tyy.token')).toBeNull();
  },
);
