import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type Answer,
  brokenAnswers,
  goodAnswer,
  goodData,
  type SpecCall,
} from '../../support/broken-answers.ts';
import { openClient } from './client-page.ts';
import { openCalls } from './spec-calls.ts';

let next: Answer;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const { body, ...status } = next;
    return new Response(body, status);
  });
});

test('of 2,000 malformed answers each is an error in plain words, and the good one after it works', async () => {
  const { client, saveToken } = await openClient('token');
  const calls = await openCalls(saveToken);
  const names = Object.keys(goodData) as SpecCall[];
  const broken = fc
    .constantFrom(...names)
    .chain(name => fc.record({ name: fc.constant(name), answer: fc.constantFrom(...brokenAnswers(name)) }));
  const { closeToast, overlay } = await import('../../../src/state/overlay.ts');

  for (const { name, answer } of fc.sample(broken, { numRuns: 2_000, seed: 15 })) {
    const about = `${name}: ${answer.status} ${answer.body}`;
    next = answer;
    const error = await calls[name]().then(
      () => null,
      (error: Error) => error,
    );
    expect(error?.name ?? 'accepted', about).toMatch(/^(Api|Network)Error$/);
    for (const { id } of overlay.toasts) closeToast(id);
    client.showError(error);
    expect(['error.network', { text: answer.statusText }, { text: 'Not now' }], about).toContainEqual(
      overlay.toasts[0]?.message,
    );

    next = goodAnswer(goodData[name]);
    await expect(calls[name](), about).resolves.not.toThrow();
  }
});
