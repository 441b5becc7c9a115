import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  ask,
  closeNote,
  closeToast,
  leaveNotes,
  note,
  overlay,
  type Question,
  toast,
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

test('a toast stays for 2000 ms', () => {
  toast('retry');

  vi.advanceTimersByTime(1999);
  expect(shown()).toEqual(['retry']);

  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
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

test('a note stays until it is closed', () => {
  note('retry');

  vi.advanceTimersByTime(3_600_000);
  expect(notes()).toEqual(['retry']);

  closeNote(overlay.notes[0]?.id ?? -1);
  expect(notes()).toEqual([]);
});

test('of two notes the one that is closed leaves', () => {
  note('retry');
  note('back');
  expect(overlay.notes[0]!.id).toBeLessThan(overlay.notes[1]!.id);
  closeNote(overlay.notes[0]!.id);
  expect(notes()).toEqual(['back']);
});

test('the same note stands there once', () => {
  const message = () => ({ key: 'make-pic.photo-broken' as const, values: { numbers: '1' } });
  note(message());
  note('retry');
  note(message());

  expect(notes()).toEqual(['retry', message()]);
});

test('notes leave with their screen, but for one that offers something', () => {
  note('retry');
  note('back', { label: 'close', run: () => {} });

  leaveNotes();

  expect(notes()).toEqual(['back']);
});

test('a question resolves with what was chosen, and is gone', async () => {
  const answer = ask(question);
  overlay.question?.settle('yes');

  expect(await answer).toBe('yes');
  expect(overlay.question).toBeNull();
});

test('a second question closes the first one without an answer, and stays open', async () => {
  const first = ask(question);
  const second = ask({ ...question, title: { text: 'And now?' } });

  expect(await first).toBeNull();
  expect(overlay.question?.title).toEqual({ text: 'And now?' });

  overlay.question?.settle('no');
  expect(await second).toBe('no');
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
