import type { CallOptions } from '../../api/client.ts';
import { loadUserLastSeen, session, setUser } from '../../state/session.ts';
import { loadUser } from './load-user.ts';

/** Shows the user as last saved, then as loaded. */
export async function refreshUser(options: Pick<CallOptions, 'signIn'> = {}): Promise<void> {
  const fresh = loadUser(options);
  // Runs in parallel; a failure rejects at the last line.
  fresh.catch(() => undefined);
  const saved = session.user ? null : await loadUserLastSeen();
  if (saved && session.token && !session.user) setUser(saved);
  await fresh;
}
