import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toJob } from '../../../../src/api/jobs.ts';
import { jobData } from '../../../support/api/job-data.ts';
import { intercept } from '../../../support/network/network.ts';

/** The server's next responses, in order. */
let replies: (() => Response)[];
let flow: typeof import('../../../../src/flows/jobs/notify-when-over.ts');
let visibility: DocumentVisibilityState;

const job = toJob({ trainId: 't1', generateId: 'g1' });
const over = () =>
  Response.json({ code: 0, data: { train_and_generate_info: jobData({ status: 5 }) }, message: '' });
const refusal = (status: number) => () => Response.json({ code: 1, data: null, message: '' }, { status });

beforeEach(async () => {
  flow = await import('../../../../src/flows/jobs/notify-when-over.ts');
  document.title = 'Making';
  visibility = 'hidden';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  intercept(async () => (replies.shift() ?? over)());
  vi.useFakeTimers();
});

afterEach(() => {
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  vi.useRealTimers();
});

test.each([429, 500])('after status %i the hidden page polls on and notifies the user', async status => {
  replies = [refusal(status)];
  await flow.notifyWhenOver(job);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(document.title).toBe('Making');

  await vi.advanceTimersByTimeAsync(1000);
  expect(document.title).toBe('Your pictures are ready');
  expect(flow.isWatched(job)).toBe(false);
});

test.each([401, 404])('after status %i the hidden page stops polling the job', async status => {
  replies = [refusal(status)];
  await flow.notifyWhenOver(job);
  expect(flow.isWatched(job)).toBe(true);

  await vi.advanceTimersByTimeAsync(60_000);
  expect(flow.isWatched(job)).toBe(false);
  expect(document.title).toBe('Making');
});
