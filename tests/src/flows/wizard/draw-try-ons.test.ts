import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { intercept } from '../../../support/network/network.ts';

let stop: AbortController;
let requests: number;
let tryOns: typeof import('../../../../src/state/try-ons.ts').tryOns;
let overlay: typeof import('../../../../src/state/overlay.ts').overlay;

/** Requests try-ons from a server that refuses the photo with these response headers. */
async function look(headers: Record<string, string>): Promise<void> {
  const [{ drawTryOns }, { clientHooks }, state, above] = await Promise.all([
    import('../../../../src/flows/wizard/draw-try-ons.ts'),
    import('../../../../src/api/client.ts'),
    import('../../../../src/state/try-ons.ts'),
    import('../../../../src/state/overlay.ts'),
  ]);
  ({ tryOns } = state);
  ({ overlay } = above);
  clientHooks.hasFeature = async () => true;
  intercept(async () => {
    requests++;
    return Response.json({ code: 1004, data: null, message: 'No face' }, { status: 400, headers });
  });
  state.openTryOns('/me.jpg', true);
  vi.useFakeTimers();
  drawTryOns('/me.jpg', { wanted: () => [7], changed: () => new Promise(() => {}) }, stop.signal);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  requests = 0;
  stop = new AbortController();
});

afterEach(() => {
  stop.abort();
  vi.useRealTimers();
});

test("if the server refuses the photo for try-ons, the page shows the samples and the server's message", async () => {
  await look({});
  expect(tryOns.isOn).toBe(false);
  expect(overlay.notes).toMatchObject([{ message: { text: 'No face' } }]);

  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toBe(1);
});

test('if a refusal has Retry-After, the page waits this time and retries, without showing a message', async () => {
  await look({ 'retry-after': '30' });
  expect(tryOns.isOn).toBe(true);
  expect(overlay.toasts).toEqual([]);

  await vi.advanceTimersByTimeAsync(29_000);
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toBe(2);
});
