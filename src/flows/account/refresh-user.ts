import type { CallOptions } from '../../api/client.ts';
import { loadUserLastSeen, session, setUser } from '../../state/session.ts';
import { loadUser } from './load-user.ts';

/** Shows the last saved user at once, then the loaded user. */
export async function refreshUser(options: Pick<CallOptions, 'signIn'> = {}): Promise<void> {
  const fresh = loadUser(options);
  // The load runs while the saved user is read. If it fails, the last line rejects.
  fresh.catch(() => undefined);
  const saved = session.user ? null : await loadUserLastSeen();
  if (saved && session.token && !session.user) setUser(saved);
  await fresh;
}
