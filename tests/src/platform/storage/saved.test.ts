import { beforeEach, expect, test, vi } from 'vitest';
import { array, string } from '../../../../src/platform/parse.ts';
import { keys } from '../../../../src/platform/storage/keys.ts';
import { openFakeShell } from '../../../support/fake-shell.ts';

type Saved = typeof import('../../../../src/platform/storage/saved.ts');
type Session = typeof import('../../../../src/state/session.ts');

let storage: Saved;
let sessions: Session;

/** Loads the session as a fresh page does. */
async function openPage(): Promise<void> {
  vi.resetModules();
  sessions = await import('../../../../src/state/session.ts');
  storage = await import('../../../../src/platform/storage/saved.ts');
  const { openBridge } = await import('../../../../src/platform/bridge/bridge.ts');
  await openBridge();
}

const adJobs = () => storage.saved('tyy.ad-jobs', array(string));

/** Puts the page into a native app; returns its cache, which outlives the webview's own storage. */
function openShell(): Map<string, string> {
  return openFakeShell().cache;
}

beforeEach(openPage);

test('the token of the last visit is there at once', async () => {
  localStorage.setItem('tyy.token', 'kept');
  await openPage();

  expect(sessions.session.token).toBe('kept');
});

test('a new token is kept in local storage under the name of the product', () => {
  sessions.saveToken('fresh');

  expect(sessions.session.token).toBe('fresh');
  expect(localStorage.getItem('tyy.token')).toBe('fresh');
});

test('a token that local storage lost is read back from the durable cache, and kept again', async () => {
  openShell();
  await openPage();
  sessions.saveToken('durable');
  localStorage.clear();
  await openPage();
  expect(sessions.session.token).toBeNull();

  await sessions.loadToken();

  expect(sessions.session.token).toBe('durable');
  expect(localStorage.getItem('tyy.token')).toBe('durable');
});

test('a token that arrives while the durable cache is read wins over the old one', async () => {
  openShell();
  await openPage();
  sessions.saveToken('old');
  localStorage.clear();
  await openPage();

  const loaded = sessions.loadToken();
  sessions.saveToken('new');
  await loaded;

  expect(sessions.session.token).toBe('new');
});

test('a token that was dropped does not come back', async () => {
  const cache = openShell();
  await openPage();
  sessions.saveToken('gone');
  sessions.clearToken();
  await openPage();
  await sessions.loadToken();

  expect(sessions.session.token).toBeNull();
  expect([...cache.keys()]).toEqual([]);
});

test('a broken value in the durable cache is as good as none', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  openShell().set('tyy.token', '{broken');
  await openPage();

  await sessions.loadToken();

  expect(sessions.session.token).toBeNull();
});

test('without local storage the session lives as long as the page', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await openPage();
  expect(sessions.session.token).toBeNull();

  sessions.saveToken('here');
  expect(sessions.session.token).toBe('here');
  expect(storage.savedLocally('tyy.token', string).read()).toBeNull();

  sessions.clearToken();
  expect(sessions.session.token).toBeNull();
});

test('a full disk loses only what could not be written', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  expect(() => sessions.saveToken('here')).not.toThrow();
  expect(sessions.session.token).toBe('here');
});

test('without a durable cache nothing is remembered, and nothing fails', async () => {
  await adJobs().write(['7']);
  await adJobs().remove();

  expect(await adJobs().read()).toBeNull();
});

test('the durable cache gives back what it was given', async () => {
  openShell();
  await openPage();

  await adJobs().write(['小明', '0']);

  expect(await adJobs().read()).toEqual(['小明', '0']);
  expect(await storage.saved('tyy.token', string).read()).toBeNull();
});

test('a value that was written while a broken one was read is not removed with it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const cache = openShell();
  cache.set('tyy.ad-jobs', '5');
  await openPage();

  const read = adJobs().read();
  const write = adJobs().write(['7']);
  expect(await read).toBeNull();
  await write;

  expect(cache.get('tyy.ad-jobs')).toBe('["7"]');
});

test('a photo that no database takes lives as long as the page', async () => {
  const { photoBlobs } = await import('../../../../src/platform/storage/photo-blobs.ts');
  const photo = new Blob(['a photo']);

  await photoBlobs.save('1', photo);
  expect(await photoBlobs.read('1')).toEqual({ blob: photo, isPrepared: false });

  await photoBlobs.remove('1');
  expect(await photoBlobs.read('1')).toBeNull();
});

test('clearing the user leaves only the language and what belongs to everybody', async () => {
  const cache = openShell();
  await openPage();
  for (const key of keys) {
    localStorage.setItem(key, 'a');
    sessionStorage.setItem(key, 'a');
    cache.set(key, '"a"');
  }
  const { photoBlobs } = await import('../../../../src/platform/storage/photo-blobs.ts');
  await photoBlobs.save('1', new Blob(['a photo']));
  const { clearUserData } = await import('../../../../src/flows/clear-user-data.ts');

  await clearUserData();

  const left = [
    'tyy.language',
    'tyy.sign-in',
    'tyy.dialog',
    'tyy.home-pics',
    'tyy.templates',
    'tyy.reloaded',
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
