import type { CallOptions } from '../../api/client.ts';
import { loadUserLastSeen, session, setUser } from '../../state/session.ts';
import { loadUser } from './load-user.ts';

/** Shows the last saved user at once, then the loaded user. */
export async function refreshUser(options: Pick<CallOptions, 'signIn'> = {}): Promise<void> {
  const fresh = loadUser(options);
  // Prevents an unhandled rejection if the load fails before the saved user is read. `await fresh` below rejects.
  fresh.catch(() => undefined);
  const saved = session.user ? null : await loadUserLastSeen();
  if (saved && session.token && !session.user) setUser(saved);
  await fresh;
}
