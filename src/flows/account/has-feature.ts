import type { Feature } from '../../../server/contract/features.ts';
import { loadUserLastSeen, session } from '../../state/session.ts';

/** True if the API declares the feature. If the API does not respond, uses the features that it declared last. */
export async function hasFeature(feature: Feature): Promise<boolean> {
  const load = async () => (await import('./load-user.ts')).loadUser({ signIn: false });
  const user = session.user ?? (await load().catch(loadUserLastSeen));
  return user?.features.includes(feature) ?? false;
}
