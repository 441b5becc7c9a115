import type { Feature } from '../../../server/contract/features.ts';
import { loadUserLastSeen, session, type User } from '../../state/session.ts';

/** True if the API declares the feature. If the API does not respond, uses the features that it declared last. */
export async function hasFeature(feature: Feature): Promise<boolean> {
  const user = session.user ?? (await loadUserAnew().catch(() => loadUserLastSeen()));
  return user?.features.includes(feature) ?? false;
}

async function loadUserAnew(): Promise<User> {
  const { loadUser } = await import('./load-user.ts');
  return loadUser({ signIn: false });
}
