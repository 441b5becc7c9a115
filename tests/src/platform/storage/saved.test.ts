import { beforeEach, expect, test, vi } from 'vitest';
import { array, string } from '../../../../src/platform/parse.ts';
import { keys } from '../../../../src/platform/storage/keys.ts';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';

let storage: typeof import('../../../../src/platform/storage/saved.ts');
let sessions: typeof import('../../../../src/state/session.ts');

async function openPage(): Promise<void> {
  vi.resetModules();
  sessions = await import('../../../../src/state/session.ts');
  storage = await import('../../../../src/platform/storage/saved.ts');
  const { openBridge } = await import('../../../../src/platform/bridge/bridge.ts');
  await openBridge();
}

const adJobs = () => storage.saved('tyy.ad-jobs', array(string));
beforeEach(openPage);

test('without local storage, the sign-in lasts until the page closes, and nothing is logged', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const warn = vi.spyOn(console, 'warn');
  await openPage();
  expect(sessions.session.token).toBeNull();
  expect(warn).not.toHaveBeenCalled();

  sessions.saveToken('here');
  expect(sessions.session.token).toBe('here');
  expect(storage.savedLocally('tyy.token', string).read()).toBeNull();

  sessions.clearToken();
  expect(sessions.session.token).toBeNull();
});

test('removing an invalid value after a read does not remove a value that is written meanwhile', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { cache } = openFakeShell();
  cache.set('tyy.ad-jobs', '5');
  await openPage();

  const read = adJobs().read();
  const write = adJobs().write(['7']);
  expect(await read).toBeNull();
  await write;

  expect(cache.get('tyy.ad-jobs')).toBe('["7"]');
});

test('removeSeen removes data from the native cache that only the last user may see, but not the draft', async () => {
  const shell = openFakeShell();
  await openPage();
  for (const key of ['tyy.user', 'tyy.pics', 'tyy.wizard'] as const) shell.cache.set(key, '"a"');
  const { removeSeen } = await import('../../../../src/platform/storage/user-data.ts');

  await removeSeen();

  expect([...shell.cache.keys()]).toEqual(['tyy.wizard']);
  expect(shell.callsOf('deleteCache')).toHaveLength(2);
});

test("clearing the user's data keeps only values that belong to no user, such as the language", async () => {
  const { cache } = openFakeShell();
  await openPage();
  for (const key of keys) {
    localStorage.setItem(key, 'a');
    sessionStorage.setItem(key, 'a');
    cache.set(key, '"a"');
  }
  const { photoBlobs } = await import('../../../../src/platform/storage/photo-blobs.ts');
  await photoBlobs.save('1', new Blob(['a photo']));
  const { clearUserData } = await import('../../../../src/flows/account/clear-user-data.ts');

  await clearUserData();

  const left = [
    ...['tyy.behind', 'tyy.dialog', 'tyy.home-pics', 'tyy.language', 'tyy.operator', 'tyy.reloaded'],
    ...['tyy.sign-in', 'tyy.signed-out', 'tyy.templates'],
  ];
  expect(Object.keys(localStorage).sort()).toEqual(left);
  expect(Object.keys(sessionStorage).sort()).toEqual(left);
  expect([...cache.keys()].sort()).toEqual(left);
  expect(await photoBlobs.read('1')).toBeNull();
});
