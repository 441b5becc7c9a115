import type { Feature } from '../../server/contract/features.ts';
import { loadUserLastSeen, session, type User } from '../state/session.ts';

/** Whether the API declares a feature; if it cannot be asked, what it declared last. */
export async function hasFeature(feature: Feature): Promise<boolean> {
  const features: readonly string[] = await findFeatures().catch(() => []);
  return features.includes(feature);
}

/** What the API declares; if it cannot be asked, what it declared last. Rejects if it never declared anything. */
export async function findFeatures(): Promise<readonly string[]> {
  if (session.user) return session.user.features;
  try {
    return (await loadUserAnew()).features;
  } catch (error) {
    const last = await loadUserLastSeen();
    if (!last) throw error;
    return last.features;
  }
}

async function loadUserAnew(): Promise<User> {
  const { loadUser } = await import('./load-user.ts');
  return loadUser({ signIn: false });
}
