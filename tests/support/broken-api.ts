import { waitFor } from '@testing-library/dom';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { type Answer, brokenAnswers, goodAnswer, goodData, type SpecCall } from './broken-answers.ts';
import { type FakeShell, openFakeShell, succeed } from './fake-shell.ts';

/** An API behind a shell's page that answers well, save the calls in `broken`. */
export interface BrokenApi {
  shell: FakeShell;
  broken: Partial<Record<SpecCall, Answer>>;
  /** How often a call was made. */
  count(call: SpecCall): number;
}

/** Puts one in the place of the backend until the test ends. */
export function openBrokenApi(): BrokenApi {
  const made: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android TyyShell/1.0 Language/en');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const name = pathname.replace('/v1/', '') as SpecCall;
    made.push(name);
    const isPastEnd = Number(searchParams.get('cur_page')) > 1;
    const good = goodAnswer(isPastEnd ? { list: [] } : goodData[name]);
    // No network answers before the page has gone on.
    await new Promise(resolve => setTimeout(resolve));
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
  };
  return api;
}

/** So many answers of a call that no client can use, the same in each run. */
export function someBroken(call: SpecCall, count: number): Answer[] {
  return fc.sample(fc.constantFrom(...brokenAnswers(call)), { numRuns: count, seed: 15 });
}

/** Acts, and waits until the call was made once more. */
export async function nextCall(api: BrokenApi, call: SpecCall, act: () => unknown): Promise<void> {
  const before = api.count(call);
  await act();
  await waitFor(() => expect(api.count(call)).toBeGreaterThan(before));
}
