import type { Feature } from '../../../server/contract/features.ts';
import { loadUserLastSeen, session, type User } from '../../state/session.ts';

/** Whether the API declares a feature; if it cannot be asked, what it declared last. */
export async function hasFeature(feature: Feature): Promise<boolean> {
  const user = session.user ?? (await loadUserAnew().catch(() => loadUserLastSeen()));
  return user?.features.includes(feature) ?? false;
}

async function loadUserAnew(): Promise<User> {
  const { loadUser } = await import('./load-user.ts');
  return loadUser({ signIn: false });
}
