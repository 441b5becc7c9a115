import { waitFor } from '@testing-library/dom';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import {
  brokenResponses,
  goodData,
  goodResponse,
  type RawResponse,
  type SpecCall,
} from './broken-responses.ts';
import { type FakeShell, openFakeShell, succeed } from './fake-shell.ts';

/** An API behind a shell's page that responds well, save the calls in `broken`. */
export interface BrokenApi {
  shell: FakeShell;
  broken: Partial<Record<SpecCall, RawResponse>>;
  /** How often a call was made. */
  count(call: SpecCall): number;
  /** Waits until the page makes no more requests, and has rendered what it knows; delays of the page are not waited for. */
  rest(): Promise<void>;
}

/** Turns of the event loop without a request after which the page is at rest: it renders and requests in fewer. */
const quietTurns = 10;

/** Puts one in the place of the backend until the test ends. */
export function openBrokenApi(): BrokenApi {
  const made: string[] = [];
  let running = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android TyyShell/1.0 Language/en');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const name = pathname.replace('/v1/', '') as SpecCall;
    made.push(name);
    const isPastEnd = Number(searchParams.get('cur_page')) > 1;
    const good = goodResponse(isPastEnd ? { list: [] } : goodData[name]);
    running++;
    // No network responds before the page has gone on.
    await nextTurn();
    running--;
    const { body, ...status } = api.broken[name] ?? good;
    return new Response(body, status);
  });
  const api: BrokenApi = {
    shell: openFakeShell({
      login: () => succeed({ login_type: 'facebook', token: 'token' }),
      pay: () => succeed({ receipt: 'receipt' }),
    }),
    broken: {},
    count: call => made.filter(name => name === call).length,
    async rest() {
      for (let quiet = 0; quiet < quietTurns; quiet++) {
        const before = made.length;
        await nextTurn();
        if (running > 0 || made.length > before) quiet = 0;
      }
    },
  };
  return api;
}

/** So many responses of a call that no client can use, the same in each run. */
export function someBroken(call: SpecCall, count: number): RawResponse[] {
  return fc.sample(fc.constantFrom(...brokenResponses(call)), { numRuns: count, seed: 15 });
}

// A test may stop the clock.
const { setTimeout: setTimer } = globalThis;

function nextTurn(): Promise<void> {
  return new Promise(resolve => setTimer(resolve));
}

/** Acts, and waits until the call was made once more and the page shows what came of it. */
export async function nextCall(api: BrokenApi, call: SpecCall, act: () => unknown): Promise<void> {
  const before = api.count(call);
  await act();
  await waitFor(() => expect(api.count(call)).toBeGreaterThan(before));
  await api.rest();
}
