import { getUser } from '../../api/account.ts';
import type { CallOptions } from '../../api/client.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { isVip, saveUser, session, type User } from '../../state/session.ts';

/** Loads the signed-in user into the session. Closes the ad banner if the user is a subscriber. */
export async function loadUser(options: Pick<CallOptions, 'toast' | 'signIn'> = {}): Promise<User> {
  const user = await getUser(options);
  saveUser(user);
  if (session.token !== null && isVip(user)) bridge.closeBannerAd?.().catch(() => undefined);
  return user;
}
