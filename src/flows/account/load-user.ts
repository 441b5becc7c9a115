import { getUser } from '../../api/account.ts';
import type { CallOptions } from '../../api/client.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { isVip, loadUserLastSeen, saveUser, session, setUser, type User } from '../../state/session.ts';

/** Loads the signed-in user into the session. Closes the ad banner if the user is a subscriber. */
export async function loadUser(options: Pick<CallOptions, 'toast' | 'signIn'> = {}): Promise<User> {
  const user = await getUser(options);
  saveUser(user);
  const { renewal } = user;
  if (renewal) import('./tell-renewal.ts').then(flow => flow.tellRenewal(renewal)).catch(() => undefined);
  if (session.token !== null && isVip(user)) bridge.closeBannerAd?.().catch(() => undefined);
  return user;
}

/** Shows the last saved user at once, then the loaded user. */
export async function refreshUser(options: Pick<CallOptions, 'signIn'> = {}): Promise<void> {
  const fresh = loadUser(options);
  // Prevents an unhandled rejection if the load fails before the saved user is read. `await fresh` below rejects.
  fresh.catch(() => undefined);
  const saved = session.user ? null : await loadUserLastSeen();
  if (saved && session.token && !session.user) setUser(saved);
  await fresh;
}
