import { deleteAccount, deleteAllPics } from '../../api/account.ts';
import { formatDay } from '../../i18n/format.ts';
import type { Message } from '../../i18n/text-key.ts';
import { paths } from '../../paths.ts';
import { notifyOfDeletion } from '../../platform/deletions.ts';
import { clearEntries } from '../../platform/entry-memory.ts';
import { go } from '../../platform/navigation.ts';
import { clearJob } from '../../state/current-job.ts';
import { toast, withLoading } from '../../state/overlay.ts';
import { isVip, session, type User } from '../../state/session.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { clearDraft } from '../draft/clear-draft.ts';
import { clearUserData } from './clear-user-data.ts';
import { loadUser } from './load-user.ts';

export async function deletePhotosAndPics(): Promise<void> {
  const question = { title: 'delete-data.pics-title', text: 'delete-data.pics-text' } as const;
  if (!(await userAgrees(question, 'delete-data.pics', 'danger'))) return;
  await attempt(async () => {
    await withLoading('delete-data.running', deleteAllPics);
    notifyOfDeletion();
    clearJob();
    clearEntries('jobs');
    await clearDraft();
    loadUser().catch(() => undefined);
    toast('delete-data.pics-done');
  });
}

/** Asks the user, then deletes the account with all its data. The question names the coins and the subscription. */
export async function deleteUser(): Promise<void> {
  const user = session.user ?? (await loadUser({ toast: true }).catch(() => null));
  // Without the user's data the question could not say what would be lost, so do not ask.
  if (!user) return;
  const rows = [
    ...(user.coins === null ? [] : [coinsRow(user.coins)]),
    ...(isVip(user) ? [vipRow(user)] : []),
  ];
  const question = { title: 'delete-data.account-title', text: 'delete-data.account-text', rows } as const;
  if (!(await userAgrees(question, 'delete-data.account', 'danger'))) return;
  await attempt(async () => {
    await withLoading('delete-data.running', async () => {
      await deleteAccount();
      // Leave this screen before it renders without the user's data.
      const clearing = clearUserData();
      go(paths.home, { replace: true });
      await clearing;
    });
    toast('delete-data.account-done');
  });
}

function coinsRow(coins: number): { label: Message; value: Message } {
  return { label: 'delete-data.coins', value: { key: 'gold-coins', values: { count: coins } } };
}

function vipRow(user: User): { label: Message; value: Message } {
  const until = { key: 'subscription.until' as const, values: { day: formatDay(user.vipExpireTime) } };
  return { label: 'delete-data.vip', value: until };
}

/** Ignores failures, because the API client has shown them. */
async function attempt(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined);
}
