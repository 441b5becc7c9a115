import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from '../../../../src/flows/photos/upload-photos.ts';

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
])('the screen stays on while the work goes on, and no longer, when it %s', async (_, work) => {
  const release = vi.fn();
  const request = vi.fn(async () => ({ release }));
  addLock(request);
  let end = () => {};
  const held = new Promise<void>(resolve => {
    end = resolve;
  });
  const done = keepAwake(held.then(work)).catch((error: Error) => error.message);
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
  // A hidden page loses its lock.
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
  expect(release).not.toHaveBeenCalled();

  end();
  expect(['sent', 'no network']).toContain(await done);
  expect(release).toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
});

test('a browser that refuses, or knows nothing of it, keeps nothing from being sent', async () => {
  expect(await keepAwake(Promise.resolve('sent'))).toBe('sent');
  addLock(() => Promise.reject(new Error('battery low')));
  expect(await keepAwake(Promise.resolve('sent'))).toBe('sent');
});
