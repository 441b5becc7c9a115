import type { Feature } from '../../server/contract/features.ts';
import { loadUserLastSeen, session } from '../state/session.ts';
import { loadUser } from './load-user.ts';

/** Whether the API declares that it serves something beyond the specification; when it cannot be asked, as it last did. */
export async function hasFeature(feature: Feature): Promise<boolean> {
  const user = session.user ?? (await loadUser({ signIn: false }).catch(() => loadUserLastSeen()));
  return user?.features.includes(feature) ?? false;
}
