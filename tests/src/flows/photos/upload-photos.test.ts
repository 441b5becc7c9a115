import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from '../../../../src/flows/photos/upload-photos.ts';
import { later } from '../../../support/later.ts';

beforeEach(() =>
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true }),
);
afterEach(() => void Reflect.deleteProperty(navigator, 'wakeLock'));

function addLock(request: () => Promise<unknown>): void {
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
}

test.each([
  ['ends well', async () => 'sent'],
  ['fails', async () => Promise.reject(new Error('no network'))],
])('the screen stays on until the work %s', async (_, work) => {
  const release = vi.fn();
  const request = vi.fn(async () => ({ release }));
  addLock(request);
  const held = later();
  const done = keepAwake(held.promise.then(work)).catch((error: Error) => error.message);
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
  // A page that was hidden has lost its wake lock, so it requests another.
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
  expect(release).not.toHaveBeenCalled();

  held.resolve();
  expect(['sent', 'no network']).toContain(await done);
  expect(release).toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
});

test('an upload works in a browser that refuses or lacks wake locks', async () => {
  expect(await keepAwake(Promise.resolve('sent'))).toBe('sent');
  addLock(() => Promise.reject(new Error('battery low')));
  expect(await keepAwake(Promise.resolve('sent'))).toBe('sent');
});
