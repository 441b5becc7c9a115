import { beforeEach, expect, test, vi } from 'vitest';
import { array, json, string } from '../../../../src/platform/parse.ts';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';

type Saved = typeof import('../../../../src/platform/storage/saved.ts');
type Session = typeof import('../../../../src/state/session.ts');

let storage: Saved;
let sessions: Session;

/** Loads the session like a fresh page. */
async function openPage(): Promise<void> {
  vi.resetModules();
  sessions = await import('../../../../src/state/session.ts');
  storage = await import('../../../../src/platform/storage/saved.ts');
  const { openBridge } = await import('../../../../src/platform/bridge/bridge.ts');
  await openBridge();
}

const adJobs = () => storage.saved('tyy.ad-jobs', array(string));

/** Puts the page into a native app; returns its cache, which outlives the webview's storage. */
function openShell(): Map<string, string> {
  return openFakeShell().cache;
}

beforeEach(openPage);

test('without local storage the session lives as long as the page', async () => {
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

test('a full disk loses only what could not be written', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  expect(() => sessions.saveToken('here')).not.toThrow();
  expect(sessions.session.token).toBe('here');
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

test('values of the tab, and those that outlive it, are kept apart, whatever they are', async () => {
  const { localText } = await import('../../../../src/platform/storage/saved-text.ts');
  const local = storage.savedLocally('tyy.ad-jobs', json(array(string)));
  const inTab = storage.savedInTab('tyy.ad-jobs', json(array(string)));
  local.write(['1']);
  inTab.write(['2']);
  expect([local.read(), inTab.read()]).toEqual([['1'], ['2']]);
  expect([localText('tyy.ad-jobs'), sessionStorage.getItem('tyy.ad-jobs')]).toEqual(['["1"]', '["2"]']);

  inTab.remove();
  expect([local.read(), inTab.read()]).toEqual([['1'], null]);
});

test('a photo that no database takes lives as long as the page', async () => {
  const { photoBlobs } = await import('../../../../src/platform/storage/photo-blobs.ts');
  const photo = new Blob(['a photo']);

  await photoBlobs.save('1', photo);
  expect(await photoBlobs.read('1')).toEqual({ blob: photo, isPrepared: false });

  await photoBlobs.remove('1');
  expect(await photoBlobs.read('1')).toBeNull();
});
