import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toJob } from '../../../../src/api/jobs.ts';
import { delayAfter, type PollEnd, pollJob } from '../../../../src/flows/jobs/wait-for-job.ts';
import { clearJob, saveJob } from '../../../../src/state/current-job.ts';

/** The server's next responses. The last one repeats. */
let responses: (number | 'no network' | 'no such job' | 'no such job of another API')[];
let requests: number;
let isOnline: boolean;
let visibility: DocumentVisibilityState;
const statuses: string[] = [];
const failures: number[] = [];

beforeEach(() => {
  responses = [4];
  requests = 0;
  isOnline = true;
  visibility = 'visible';
  statuses.length = 0;
  failures.length = 0;
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    requests++;
    const response = responses.length > 1 ? responses.shift() : responses[0];
    if (response === 'no network') throw new TypeError('failed');
    if (response === 'no such job of another API')
      return Response.json({ code: 40401, data: null, message: 'gone' }, { status: 404 });
    if (response === 'no such job')
      return Response.json({ code: 1003, data: null, message: 'gone' }, { status: 404 });
    const job = { train_id: 't', generate_id: 'g', template_id: 1, status: response };
    return Response.json({ code: 0, data: { train_and_generate_info: job }, message: '' });
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function poll(): { stop: AbortController; end: Promise<PollEnd> } {
  const stop = new AbortController();
  const end = pollJob({
    ids: { trainId: 't', generateId: '' },
    onJob: job => statuses.push(job.status),
    onFailure: count => failures.push(count),
    signal: stop.signal,
  });
  return { stop, end };
}

const pass = (time: number) => vi.advanceTimersByTimeAsync(time);

test('the page polls a new job at once, then every three seconds until the job ends', async () => {
  responses = [1, 2, 4, 5];
  const { end } = poll();

  await pass(0);
  expect(statuses).toEqual(['to-be-audited']);
  await pass(2999);
  expect(requests).toBe(1);
  await pass(1);
  expect(requests).toBe(2);
  await pass(6000);

  expect(await end).toBe('over');
  expect(statuses).toEqual(['to-be-audited', 'auditing', 'generating', 'done']);
  await pass(60_000);
  expect(requests).toBe(4);
});

test('the delay between polls grows from three to fifteen seconds', () => {
  const pauses = Array.from({ length: 60 }, (_, requests) => delayAfter(requests));
  expect(pauses[0]).toBe(3000);
  expect(pauses.at(-1)).toBe(15_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test('polling continues after failed requests, and reports the number of consecutive failures', async () => {
  responses = ['no network', 'no network', 4, 'no network', 5];
  const { end } = poll();
  await pass(15_000);
  expect(await end).toBe('over');
  expect(failures).toEqual([1, 2, 1]);
});

test.each(['no such job', 'no such job of another API'] as const)(
  'the response "%s" ends the polling',
  async missing => {
    responses = [4, missing];
    const { end } = poll();
    await pass(3000);
    expect(await end).toBe('gone');
  },
);

test('polling pauses while the page is hidden, and sends a request at once when the user returns', async () => {
  const { stop } = poll();
  await pass(1000);
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(120_000);
  expect(requests).toBe(1);

  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(requests).toBe(2);
  stop.abort();
});

test('the page also polls while the browser reports no network, and polls at once when the network returns', async () => {
  isOnline = false;
  const { stop } = poll();
  await pass(1000);
  expect(requests).toBe(1);

  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(requests).toBe(2);
  stop.abort();
});

test('stopped polling sends no more requests', async () => {
  const { stop, end } = poll();
  await pass(1000);
  stop.abort();
  expect(await end).toBe('stopped');
  await pass(120_000);
  expect(requests).toBe(1);
});

test('polling continues if the server does not find a job, unless the job is older than half a minute', async () => {
  const createTime = Math.floor(Date.now() / 1000);
  saveJob(toJob({ trainId: 't', generateId: 'g', createTime }));
  responses = ['no such job', 'no such job of another API', 4, 'no such job'];
  const { end } = poll();

  await pass(8000);
  expect(statuses).toEqual(['generating']);
  expect(failures).toEqual([]);
  await pass(20_000);
  const isOver = vi.fn();
  end.then(isOver);
  await pass(0);
  expect(isOver).not.toHaveBeenCalled();
  await pass(6000);
  expect(await end).toBe('gone');
  clearJob();
});
