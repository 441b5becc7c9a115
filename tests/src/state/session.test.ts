import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../src/state/session.ts';
import { type FakeShell, openFakeShell } from '../../support/fake-shell.ts';
import { good } from '../../support/saved-values.ts';

const user: User = good['tyy.user'];

let shell: FakeShell;
let session: typeof import('../../../src/state/session.ts');

beforeEach(async () => {
  shell = openFakeShell();
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  session = await import('../../../src/state/session.ts');
});

test('a token and its user are saved on page and phone, and removed from both', async () => {
  session.saveToken('abc');
  session.saveUser(user);
  expect(localStorage.getItem('tyy.token')).toBe('abc');
  await waitFor(() => expect(shell.cache.get('tyy.token')).toBe('"abc"'));
  await waitFor(async () => expect(await session.loadUserLastSeen()).toEqual(user));
  expect(session.session).toMatchObject({ token: 'abc', user });

  session.clearToken();
  expect(session.session).toMatchObject({ token: null, user: null });
  expect(localStorage.getItem('tyy.token')).toBeNull();
  await waitFor(() => expect(shell.cache.has('tyy.token')).toBe(false));
});

test('a user that comes after they have logged out is not saved', async () => {
  session.saveUser(user);
  expect(session.session.user).toBeNull();
  expect(await session.loadUserLastSeen()).toBeNull();
});

test('the phone gives the token back, once in the life of a page, and never in the place of a newer one', async () => {
  shell.cache.set('tyy.token', '"abc"');
  const loading = session.loadToken();
  session.saveToken('newer');
  await loading;
  expect(session.session.token).toBe('newer');

  vi.resetModules();
  localStorage.clear();
  shell.cache.set('tyy.token', '"abc"');
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  const again = await import('../../../src/state/session.ts');
  await Promise.all([again.loadToken(), again.loadToken()]);
  expect(again.session.token).toBe('abc');
  expect(localStorage.getItem('tyy.token')).toBe('abc');
  again.clearToken();
  shell.cache.set('tyy.token', '"abc"');
  await again.loadToken();
  expect(again.session.token).toBeNull();
});

test('the token that another tab got is adopted without the user of before and what their screens remembered', async () => {
  const { entryMemory } = await import('../../../src/platform/entry-memory.ts');
  session.saveToken('abc');
  session.setUser(user);
  const memory = entryMemory<string>('list');
  memory.save('theirs');
  expect(session.takeNewerToken()).toBe(false);
  expect(session.session.user).toEqual(user);
  expect(memory.read()).toBe('theirs');

  localStorage.setItem('tyy.token', 'newer');
  expect(session.takeNewerToken()).toBe(true);
  expect(session.session).toMatchObject({ token: 'newer', user: null });
  expect(memory.read()).toBeUndefined();

  localStorage.removeItem('tyy.token');
  expect(session.takeNewerToken()).toBe(false);
  expect(session.session.token).toBe('newer');
});

test('a subscriber is one from level 1 on', () => {
  expect([{ vipLevel: 0 }, { vipLevel: 1 }, { vipLevel: 2 }, null].map(session.isVip)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('only a build that is open to guests has any, and only until they sign in', () => {
  expect(session.isGuest()).toBe(false);
  vi.stubEnv('VITE_OPEN_TRY', '1');
  expect(session.isGuest()).toBe(true);
  session.saveToken('abc');
  expect(session.isGuest()).toBe(false);
});
