import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Cancelled } from '../../../src/platform/cancelled.ts';
import { overlay, withLoading } from '../../../src/state/overlay.ts';

/** A promise that the test settles. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the loading overlay lies over the work, moves with it, and is gone after it', async () => {
  const work = later<string>();
  const done = withLoading('loading', async report => {
    report('retry', 0.5);
    return work.promise;
  });
  expect(overlay.loading).toEqual({ message: 'retry', progress: 0.5 });

  work.resolve('result');

  expect(await done).toBe('result');
  expect(overlay.loading).toBeNull();
});

test('the loading overlay is gone after work that fails', async () => {
  await expect(withLoading('loading', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

  expect(overlay.loading).toBeNull();
});

test('work without progress for ten seconds says whom it waits for, and may be left', async () => {
  let report = (_message: 'retry', _progress: number) => {};
  const work = later<void>();
  const done = withLoading(
    'loading',
    reportProgress => {
      report = reportProgress;
      return work.promise;
    },
    'phone',
  );

  vi.advanceTimersByTime(9_999);
  expect(overlay.loading?.slow).toBeUndefined();
  report('retry', 0.5);
  vi.advanceTimersByTime(9_999);
  expect(overlay.loading?.slow).toBeUndefined();
  report('retry', 0.5);
  vi.advanceTimersByTime(1);
  expect(overlay.loading?.slow?.message).toBe('loading.slow.phone');
  report('retry', 0.6);
  expect(overlay.loading?.slow).toBeUndefined();

  vi.advanceTimersByTime(10_000);
  overlay.loading!.slow!.leave();
  await expect(done).rejects.toBeInstanceOf(Cancelled);
  expect(overlay.loading).toBeNull();
});

test('of two loading overlays, the end of one does not uncover the work of the other', async () => {
  const slow = later<void>();
  const quick = later<void>();
  const first = withLoading('loading', () => slow.promise);
  const second = withLoading('retry', () => quick.promise);

  quick.resolve();
  await second;
  expect(overlay.loading).toEqual({ message: 'loading', progress: null });

  slow.resolve();
  await first;
  expect(overlay.loading).toBeNull();
});

test('work that is over no longer moves the loading overlay of other work', async () => {
  let reportLate = (_message: 'back', _share: number) => {};
  await withLoading('loading', async report => {
    reportLate = report;
  });
  const other = later<void>();
  const running = withLoading('retry', () => other.promise);

  reportLate('back', 0.9);

  expect(overlay.loading).toEqual({ message: 'retry', progress: null });
  other.resolve();
  await running;
});
