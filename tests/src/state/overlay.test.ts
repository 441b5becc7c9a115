import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Cancelled } from '../../../src/platform/cancelled.ts';
import {
  ask,
  closeNote,
  closeToast,
  note,
  overlay,
  type Question,
  toast,
  withLoading,
} from '../../../src/state/overlay.ts';

const question: Question<'yes' | 'no'> = {
  title: { text: 'Shall we?' },
  choices: [
    { value: 'yes', label: { text: 'Yes' }, kind: 'primary' },
    { value: 'no', label: { text: 'No' }, kind: 'quiet' },
  ],
};

const shown = () => overlay.toasts.map(toast => toast.message);
const notes = () => overlay.notes.map(note => note.message);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of overlay.toasts) closeToast(id);
  for (const { id } of overlay.notes) closeNote(id);
  overlay.question?.settle(null);
  vi.useRealTimers();
});

test('each toast leaves at its own time', () => {
  toast('retry');
  vi.advanceTimersByTime(1500);
  toast('back');

  vi.advanceTimersByTime(500);
  expect(shown()).toEqual(['back']);
});

test('the same toast is shown once, for its time from the last call', () => {
  toast('retry');
  toast('back');
  vi.advanceTimersByTime(1500);
  toast('retry');
  expect(shown()).toEqual(['back', 'retry']);

  vi.advanceTimersByTime(1999);
  expect(shown()).toEqual(['retry']);
});

test('of many toasts the newest three are shown', () => {
  for (const text of ['1', '2', '3', '4']) toast({ text });

  expect(shown()).toEqual([{ text: '2' }, { text: '3' }, { text: '4' }]);
});

test('the same note stands there once', () => {
  const message = () => ({ key: 'make-pic.photo-broken' as const, values: { numbers: '1' } });
  note(message());
  note('retry');
  note(message());

  expect(notes()).toEqual(['retry', message()]);
});

test('a question that is settled again does not close the next one', async () => {
  const first = ask(question);
  const settleFirst = overlay.question?.settle;
  settleFirst?.('yes');
  const second = ask(question);

  settleFirst?.('no');

  expect(await first).toBe('yes');
  expect(overlay.question).not.toBeNull();
  overlay.question?.settle(null);
  expect(await second).toBeNull();
});

/** A promise that the test resolves. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}

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
