import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Cancelled } from '../../../src/platform/cancelled.ts';
import {
  ask,
  closeNote,
  closeToast,
  note,
  overlay,
  type Question,
  type ReportProgress,
  toast,
  withLoading,
} from '../../../src/state/overlay.ts';
import { later } from '../../support/later.ts';

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

test('a toast disappears two seconds after it was last requested, and only the newest three are shown', () => {
  toast('retry');
  toast('back');
  vi.advanceTimersByTime(1500);
  toast('retry');
  expect(shown()).toEqual(['back', 'retry']);
  vi.advanceTimersByTime(500);
  expect(shown()).toEqual(['retry']);
  vi.advanceTimersByTime(1499);
  expect(shown()).toEqual(['retry']);

  for (const text of ['1', '2', '3']) toast({ text });
  expect(shown()).toEqual([{ text: '1' }, { text: '2' }, { text: '3' }]);
});

test('a note with the same message as an earlier note replaces the earlier note', () => {
  const message = () => ({ key: 'make-pic.photo-broken' as const, values: { count: 1, numbers: '1' } });
  note(message());
  note('retry');
  note(message());

  expect(notes()).toEqual(['retry', message()]);
});

test('a second answer to the same question does not close the next question', async () => {
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

test('after ten seconds without progress the loading overlay says what it waits for, and lets the user leave', async () => {
  let report: ReportProgress = () => {};
  const work = (reportProgress: ReportProgress) => {
    report = reportProgress;
    return later().promise;
  };
  const done = withLoading('loading', work, 'phone');

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

test('the loading overlay shows the newest running work, and ignores progress from ended work', async () => {
  const [slow, quick] = [later(), later()];
  let reportLate: ReportProgress = () => {};
  const first = withLoading('loading', () => slow.promise);
  const second = withLoading('retry', report => {
    reportLate = report;
    return quick.promise;
  });
  expect(overlay.loading).toEqual({ message: 'retry', progress: null });

  quick.resolve();
  await second;
  reportLate('back', 0.9);
  expect(overlay.loading).toEqual({ message: 'loading', progress: null });

  slow.resolve();
  await first;
  expect(overlay.loading).toBeNull();
});

test('try-ons are kept for the same photo, and another photo starts without try-ons', async () => {
  const { addTryOn, markWaiting, openTryOns, tryOns, turnTryOns } = await import(
    '../../../src/state/try-ons.ts'
  );
  expect(tryOns).toEqual({ photo: null, isOn: false, isWaiting: false, pictures: {}, problems: {} });
  openTryOns('/a.jpg', true);
  addTryOn(7, '/7.jpg', []);
  addTryOn(8, '/8.jpg', ['eyes_closed']);
  markWaiting(true);
  turnTryOns(false);
  openTryOns('/a.jpg', true);
  expect(tryOns).toMatchObject({ photo: '/a.jpg', isOn: false, isWaiting: true });
  expect(tryOns.pictures).toEqual({ 7: '/7.jpg', 8: '/8.jpg' });
  expect(tryOns.problems).toEqual({ 8: ['eyes_closed'] });

  openTryOns('/b.jpg', true);
  expect(tryOns).toMatchObject({ photo: '/b.jpg', isOn: true });
  expect([tryOns.pictures, tryOns.problems]).toEqual([{}, {}]);
});
