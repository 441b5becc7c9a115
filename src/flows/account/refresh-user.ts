import type { CallOptions } from '../../api/client.ts';
import { loadUserLastSeen, session, setUser } from '../../state/session.ts';
import { loadUser } from './load-user.ts';

/** Shows the user as they were when last loaded, and then as they are. */
export async function refreshUser(options: Pick<CallOptions, 'signIn'> = {}): Promise<void> {
  const fresh = loadUser(options);
  // Both run at once; a failure is reported below.
  fresh.catch(() => undefined);
  const saved = session.user ? null : await loadUserLastSeen();
  if (saved && session.token && !session.user) setUser(saved);
  await fresh;
}
