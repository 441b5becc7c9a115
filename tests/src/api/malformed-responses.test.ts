import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  brokenResponses,
  goodData,
  goodResponse,
  type RawResponse,
  type SpecCall,
} from '../../support/network/broken-responses.ts';

import { openCalls, openClient } from './spec-calls.ts';

let next: RawResponse;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const { body, ...status } = next;
    return new Response(body, status);
  });
});

test('of 2,000 malformed responses each is an error in plain words, and the good one after it works', async () => {
  const { client, saveToken } = await openClient('token');
  const calls = await openCalls(saveToken);
  const names = Object.keys(goodData) as SpecCall[];
  const broken = fc
    .constantFrom(...names)
    .chain(name =>
      fc.record({ name: fc.constant(name), response: fc.constantFrom(...brokenResponses(name)) }),
    );
  const { closeToast, overlay } = await import('../../../src/state/overlay.ts');

  for (const { name, response } of fc.sample(broken, { numRuns: 2_000, seed: 15 })) {
    const about = `${name}: ${response.status} ${response.body}`;
    next = response;
    const error = await calls[name]().then(
      () => null,
      (error: Error) => error,
    );
    expect(error?.name ?? 'accepted', about).toMatch(/^(Api|Network)Error$/);
    for (const { id } of overlay.toasts) closeToast(id);
    client.showError(error);
    const words = [response.statusText, 'Not now', 'no'].map(text => ({ text }));
    expect(['error.network', ...words], about).toContainEqual(overlay.toasts[0]?.message);

    next = goodResponse(goodData[name]);
    await expect(calls[name](), about).resolves.not.toThrow();
  }
});
