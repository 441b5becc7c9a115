import { logout } from '../../api/account.ts';
import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { ask, toast, withLoading } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';
import { clearUserData } from './clear-user-data.ts';

/** How long the server may take to end a session before the user is logged out without it, ms. */
const serverTime = 5000;

/** Ends the session here and on the server, after asking. */
export async function logOut(): Promise<void> {
  const choice = await ask({
    title: 'log-out.title',
    text: 'log-out.text',
    choices: [{ value: 'leave', label: 'setting.log-out', kind: 'danger' }],
  });
  if (choice !== 'leave') return;
  await withLoading('log-out.running', async () => {
    if (session.token !== null) await endSession();
    const clearing = clearUserData();
    // Leave before the screen is rendered without the user's data.
    go(paths.home, { replace: true });
    await clearing;
  });
  toast('log-out.done');
}

/** Ends the session on the server; an unreachable server does not stop the user from logging out. */
async function endSession(): Promise<void> {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<void>(resolve => {
    timer = setTimeout(resolve, serverTime);
  });
  await Promise.race([logout(limit.signal).catch(() => undefined), timeUp]);
  clearTimeout(timer);
  limit.abort();
}
