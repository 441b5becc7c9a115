import { logout } from '../api/account.ts';
import { paths } from '../paths.ts';
import { go } from '../platform/navigation.ts';
import { ask, toast, withLoading } from '../state/overlay.ts';
import { clearUserData } from './clear-user-data.ts';

/** Ends the session here and on the server, after asking. */
export async function logOut(): Promise<void> {
  const choice = await ask({
    title: 'log-out.title',
    text: 'log-out.text',
    choices: [{ value: 'leave', label: 'setting.log-out', kind: 'danger' }],
  });
  if (choice !== 'leave') return;
  await withLoading('log-out.running', async () => {
    await logout();
    await clearUserData();
  });
  go(paths.home, { replace: true });
  toast('log-out.done');
}
