import { logout } from '../../api/account.ts';
import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { toast, withLoading } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { clearUserData } from './clear-user-data.ts';

/** Time limit for the server's response during a log-out, ms. */
const serverTime = 5000;

/** Asks the user, then ends the session on this device and on the server. */
export async function logOut(): Promise<void> {
  const question = { title: 'log-out.title', text: 'log-out.text' } as const;
  if (!(await userAgrees(question, 'setting.log-out', 'danger'))) return;
  await withLoading('log-out.running', async () => {
    if (session.token !== null) await endSession();
    const clearing = clearUserData();
    // Leave this screen before it renders without the user's data.
    go(paths.home, { replace: true });
    await clearing;
  });
  toast('log-out.done');
}

/** Ignores failures, because users must be able to log out without a connection. */
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
