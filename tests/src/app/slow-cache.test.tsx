import { expect, test, vi } from 'vitest';
import { signedIn } from '../../support/api/signed-in.ts';
import type { Store } from '../../support/phone/fake-idb.ts';
import { openFakeShell, succeed } from '../../support/phone/fake-shell.ts';
import { renderAt } from '../../support/render-at.tsx';

/** Keys that the app has deleted from IndexedDB. */
const deleted: string[] = [];
/** The duration of each read from IndexedDB, in ms. */
let readTime = 0;

vi.mock('idb-keyval', async () => {
  const fake = await import('../../support/phone/fake-idb.ts');
  return {
    ...fake,
    async get(key: string, store?: Store) {
      await new Promise(resolve => setTimeout(resolve, readTime));
      return fake.get(key, store);
    },
    async del(key: string, store?: Store) {
      deleted.push(key);
      await fake.del(key, store);
    },
  };
});

/** Returns a valid token that local storage has lost. */
async function evictedToken(): Promise<string> {
  const { token } = await signedIn();
  localStorage.clear();
  deleted.length = 0;
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
  expect(deleted).toEqual([]);
});
