import { expect, test, vi } from 'vitest';
import { signedIn } from '../../support/api/signed-in.ts';
import type { Store } from '../../support/phone/fake-idb.ts';
import { openFakeShell, succeed } from '../../support/phone/fake-shell.ts';
import { renderAt } from '../../support/render-at.tsx';

/** The calls of IndexedDB, in order. */
const used: string[] = [];
/** Duration of a read in ms; null if it never ends. */
let readTime: number | null = 0;

vi.mock('idb-keyval', async () => {
  const fake = await import('../../support/phone/fake-idb.ts');
  return {
    ...fake,
    async get(key: string, store?: Store) {
      used.push(`get ${key}`);
      await new Promise(resolve => readTime !== null && setTimeout(resolve, readTime));
      return fake.get(key, store);
    },
    async del(key: string, store?: Store) {
      used.push(`del ${key}`);
      await fake.del(key, store);
    },
  };
});

/** A token that an earlier visit saved, but that local storage has lost. */
async function evictedToken(): Promise<string> {
  const { token } = await signedIn();
  localStorage.clear();
  used.length = 0;
  return token;
}

test("a user stays signed in if the phone's cache takes a second to respond", async () => {
  const token = await evictedToken();
  readTime = 0;
  const shell = openFakeShell();
  shell.on('readCache', async ({ key }) => {
    await new Promise(resolve => setTimeout(resolve, 1000));
    return succeed({ value: key === 'tyy.token' ? JSON.stringify(token) : null });
  });

  const screen = await renderAt('/coin-flow');

  await screen.findAllByText(/50/);
  expect(shell.callsOf('login')).toEqual([]);
  expect(shell.callsOf('deleteCache')).toEqual([]);
  expect(localStorage.getItem('tyy.token')).toBe(token);
});

test("a user stays signed in if the browser's IndexedDB takes a second to respond", async () => {
  const token = await evictedToken();
  readTime = 1000;
  const { set } = await import('../../support/phone/fake-idb.ts');
  await set('tyy.token', JSON.stringify(token));
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);

  const screen = await renderAt('/coin-flow');

  await screen.findAllByText(/50/);
  expect(replace).not.toHaveBeenCalled();
  expect(used.filter(use => use.startsWith('del'))).toEqual([]);
});

test('a first visit opens the login dialog without deleting anything', async () => {
  await evictedToken();
  await (await import('../../support/phone/fake-idb.ts')).clear();
  readTime = 300;
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);

  await renderAt('/coin-flow');

  await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(1), 10_000);
  expect(used.filter(use => use.startsWith('del'))).toEqual([]);
});

test('if IndexedDB never responds, the sign-in continues after three seconds', async () => {
  await evictedToken();
  readTime = null;
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);

  await renderAt('/coin-flow');

  await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(1), 10_000);
});
