import { loadUser } from '../api/account.ts';
import { durable, keys } from '../platform/storage.ts';
import { session, type User } from '../state/session.ts';

/** Shows the person as they were last seen, and then as they are. */
export async function refreshUser(): Promise<void> {
  const fresh = loadUser({ toast: false });
  // Both run at once; a failure is reported below.
  fresh.catch(() => undefined);
  const kept = session.user ? null : await durable.read<User>(keys.user);
  if (kept && session.token) session.user ??= kept;
  await fresh;
}
