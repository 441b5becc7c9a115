import { beforeEach, expect, test, vi } from 'vitest';
import { keys } from '../../../../src/platform/storage/keys.ts';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';

/** Opens a fresh page. */
async function openPage(): Promise<void> {
  vi.resetModules();
  const { openBridge } = await import('../../../../src/platform/bridge/bridge.ts');
  await openBridge();
}

beforeEach(openPage);

test('before the next user signs in, what screens showed of the last one is removed, and nothing else', async () => {
  const shell = openFakeShell();
  await openPage();
  for (const key of ['tyy.user', 'tyy.pics', 'tyy.wizard'] as const) shell.cache.set(key, '"a"');
  const { removeSeen } = await import('../../../../src/platform/storage/user-data.ts');

  await removeSeen();

  expect([...shell.cache.keys()]).toEqual(['tyy.wizard']);
  expect(shell.callsOf('deleteCache')).toHaveLength(2);
});

test('clearing the user leaves only the language and what belongs to everybody', async () => {
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
    'tyy.language',
    'tyy.behind',
    'tyy.sign-in',
    'tyy.dialog',
    'tyy.home-pics',
    'tyy.templates',
    'tyy.operator',
    'tyy.reloaded',
    'tyy.signed-out',
  ].sort();
  expect(Object.keys(localStorage).sort()).toEqual(left);
  expect(Object.keys(sessionStorage).sort()).toEqual(left);
  expect([...cache.keys()].sort()).toEqual(left);
  expect(await photoBlobs.read('1')).toBeNull();
});

test('clearing the user works where nothing can be stored', async () => {
  const { removeUserData } = await import('../../../../src/platform/storage/user-data.ts');
  await expect(removeUserData()).resolves.toBeUndefined();
});
