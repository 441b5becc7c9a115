import { beforeEach, expect, test } from 'vitest';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';

let noteError: typeof import('../../../../src/platform/error-log.ts').noteError;

beforeEach(async () => {
  openFakeShell();
  const { openBridge } = await import('../../../../src/platform/bridge/bridge.ts');
  await openBridge();
  ({ noteError } = await import('../../../../src/platform/error-log.ts'));
});

/** The lines that a guest sends to support. */
async function linesForSupport(): Promise<string[]> {
  const { openSupportDetails } = await import('../../../../src/flows/account/support-details.ts');
  return (await openSupportDetails())().split('\n');
}

test('support reads what has failed, and behind it what that came from', async () => {
  noteError('getTemplates', new Error('no pictures', { cause: new TypeError('Failed to fetch') }));
  noteError('page', new RangeError('too far'));

  expect((await linesForSupport()).slice(-3)).toEqual([
    'Last errors:',
    expect.stringMatching(/Z getTemplates: Error no pictures ← TypeError Failed to fetch$/),
    expect.stringMatching(/Z page: RangeError too far$/),
  ]);
});
