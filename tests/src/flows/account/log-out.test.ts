import { expect, vi } from 'vitest';
import { test } from '../../../support/api/signed-in.ts';

test('the session ends here also when the server cannot be reached', async () => {
  vi.resetModules();
  const { logOut } = await import('../../../../src/flows/account/log-out.ts');
  const { overlay } = await import('../../../../src/state/overlay.ts');
  const { session } = await import('../../../../src/state/session.ts');
  await (await import('../../../../src/platform/bridge/bridge.ts')).openBridge();
  window.happyDOM.setURL('http://127.0.0.1:9/tyy/');

  const done = logOut();
  overlay.question?.settle('leave');
  await done;

  expect(session.token).toBeNull();
  expect(localStorage.getItem('tyy.token')).toBeNull();
  expect(overlay.toasts.map(({ message }) => message)).toEqual(['log-out.done']);
});
