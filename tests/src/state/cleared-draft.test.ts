import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeShell, openFakeShell, succeed } from '../../support/fake-shell.ts';
import { photo } from '../../support/saved-values.ts';

const key = 'tyy.wizard';

let shell: FakeShell;
let other: BroadcastChannel;
let wizard: typeof import('../../../src/state/wizard.ts');

beforeEach(async () => {
  shell = openFakeShell();
  shell.cache.set(key, JSON.stringify({ step: 'front', photos: [photo] }));
  other = new BroadcastChannel('tyy');
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  wizard = await import('../../../src/state/wizard.ts');
});

afterEach(() => other.close());

test('a page that clears a draft which it never opened tells the other tabs', async () => {
  const heard: string[] = [];
  other.onmessage = ({ data }) => heard.push(data);
  await wizard.clearWizard();
  await waitFor(() => expect(heard).toEqual(['draft-cleared']));
  expect(shell.cache.has(key)).toBe(false);
});

test('a draft that another tab clears while this one reads it is cleared here too', async () => {
  shell.on('readCache', () => {
    const value = shell.cache.get(key) ?? null;
    if (shell.cache.delete(key)) other.postMessage('draft-cleared');
    return succeed({ value });
  });
  await wizard.restoreWizard();
  await waitFor(() => expect(wizard.wizard.photos).toEqual([]));
});

test('what a tab saves while another one clears the draft does not bring it back', async () => {
  await wizard.restoreWizard();
  shell.on('writeCache', ({ value }) => {
    other.postMessage('draft-cleared');
    shell.cache.set(key, value);
    return succeed({});
  });
  wizard.setStep('supplementary');
  await waitFor(() => expect(wizard.wizard.photos).toEqual([]));
  await waitFor(() => expect(shell.cache.has(key)).toBe(false));
});

test('what another tab has saved since it cleared the draft is not removed', async () => {
  await wizard.restoreWizard();
  const next = JSON.stringify({ step: 'front', photos: [{ ...photo, id: 'next' }] });
  shell.cache.set(key, next);
  other.postMessage('draft-cleared');
  await waitFor(() => expect(wizard.wizard.photos).toEqual([]));
  await wizard.saveWizard();
  expect(shell.cache.get(key)).toBe(next);
});

test('what a tab is saving when it clears the draft itself does not bring it back', async () => {
  await wizard.restoreWizard();
  let finish = () => {};
  const isSaving = new Promise<void>(begin => {
    shell.on('writeCache', async ({ value }) => {
      begin();
      await new Promise<void>(resolve => {
        finish = resolve;
      });
      shell.cache.set(key, value);
      return succeed({});
    });
  });
  wizard.setStep('supplementary');
  await isSaving;
  const cleared = wizard.clearWizard();
  finish();
  await cleared;
  expect(wizard.wizard.photos).toEqual([]);
  expect(shell.cache.has(key)).toBe(false);
});
