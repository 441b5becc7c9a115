import { lazyPart } from '../components/lazy-part.tsx';
import { bridge } from '../platform/bridge/bridge.ts';

const AdBadge = lazyPart(() => import('./ad-badge.tsx'));

/** The floating way to free coins. Where no ads are it is not there, and not downloaded either. */
export function AdEntry() {
  return bridge.showRewardedAd && <AdBadge />;
}
