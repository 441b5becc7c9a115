import { logout } from '../api/account.ts';
import { paths } from '../paths.ts';
import { go } from '../platform/navigation.ts';
import { ask, toast, veil } from '../state/overlay.ts';
import { forgetEverything } from './forget-everything.ts';

/** Ends the session here and on the server, after asking. */
export async function logOut(): Promise<void> {
  const choice = await ask({
    title: 'log-out.title',
    text: 'log-out.text',
    choices: [{ value: 'leave', label: 'setting.log-out', kind: 'danger' }],
  });
  if (choice !== 'leave') return;
  await veil('log-out.running', async () => {
    await logout();
    await forgetEverything();
  });
  go(paths.home, { replace: true });
  toast('log-out.done');
}
