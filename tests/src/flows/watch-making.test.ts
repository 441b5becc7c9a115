import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WatchEnd } from '../../../src/flows/watch-making.ts';
import { pauseAfter, watchMaking } from '../../../src/flows/watch-making.ts';

/** What the server says next; the last answer stays. */
let answers: (number | 'no network' | 'no such job')[];
let asked: number;
let isOnline: boolean;
let visibility: DocumentVisibilityState;
const statuses: string[] = [];
const misses: number[] = [];

beforeEach(() => {
  answers = [4];
  asked = 0;
  isOnline = true;
  visibility = 'visible';
  statuses.length = 0;
  misses.length = 0;
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    asked++;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'no network') throw new TypeError('failed');
    if (answer === 'no such job')
      return Response.json({ code: 1003, data: null, message: 'gone' }, { status: 404 });
    const job = { train_id: 't', generate_id: 'g', template_id: 1, status: answer };
    return Response.json({ code: 0, data: { train_and_generate_info: job }, message: '' });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Watches; answers how to stop and how it ended. */
function watch(): { stop: AbortController; end: Promise<WatchEnd> } {
  const stop = new AbortController();
  const end = watchMaking({
    trainId: 't',
    generateId: '',
    onJob: job => statuses.push(job.status),
    onMiss: count => misses.push(count),
    signal: stop.signal,
  });
  return { stop, end };
}

const pass = (time: number) => vi.advanceTimersByTimeAsync(time);

test('it asks at once, then every three seconds, until the job is over', async () => {
  answers = [1, 2, 4, 5];
  const { end } = watch();

  await pass(0);
  expect(statuses).toEqual(['to-be-audited']);
  await pass(2999);
  expect(asked).toBe(1);
  await pass(1);
  expect(asked).toBe(2);
  await pass(6000);

  expect(await end).toBe('over');
  expect(statuses).toEqual(['to-be-audited', 'auditing', 'generating', 'done']);
  await pass(60_000);
  expect(asked).toBe(4);
});

test.each([
  [3, 'refused'],
  [6, 'failed'],
])('status %i ends it as %s', async (status, name) => {
  answers = [status];
  expect(await watch().end).toBe('over');
  expect(statuses).toEqual([name]);
});

test('the pauses grow from three to fifteen seconds', () => {
  const pauses = Array.from({ length: 60 }, (_, asked) => pauseAfter(asked));
  expect(pauses[0]).toBe(3000);
  expect(pauses.at(-1)).toBe(15_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test('questions without an answer are counted and do not end it', async () => {
  answers = ['no network', 'no network', 4, 'no network', 5];
  const { end } = watch();
  await pass(15_000);
  expect(await end).toBe('over');
  expect(misses).toEqual([1, 2, 1]);
});

test('a job that is not there ends it', async () => {
  answers = [4, 'no such job'];
  const { end } = watch();
  await pass(3000);
  expect(await end).toBe('gone');
});

test('it rests while the page is hidden, and asks at once on return', async () => {
  const { stop } = watch();
  await pass(1000);
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(120_000);
  expect(asked).toBe(1);

  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(asked).toBe(2);
  stop.abort();
});

test('it rests while there is no network, and asks at once when there is one', async () => {
  isOnline = false;
  const { stop } = watch();
  await pass(120_000);
  expect(asked).toBe(0);

  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(asked).toBe(1);
  stop.abort();
});

test('being back on the page does not help while there is no network', async () => {
  isOnline = false;
  const { stop } = watch();
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(30_000);
  expect(asked).toBe(0);
  stop.abort();
});

test('nobody is asked after it was stopped', async () => {
  const { stop, end } = watch();
  await pass(1000);
  stop.abort();
  expect(await end).toBe('stopped');
  await pass(120_000);
  expect(asked).toBe(1);
});

test('it can be stopped while it rests', async () => {
  isOnline = false;
  const { stop, end } = watch();
  await pass(1000);
  stop.abort();
  expect(await end).toBe('stopped');
});
