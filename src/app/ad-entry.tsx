import { lazy, Suspense } from 'react';
import { bridge } from '../platform/bridge.ts';

const AdBadge = lazy(() => import('./ad-badge.tsx'));

/** The floating way to free coins. Where no ads are it is not there, and not downloaded either. */
export function AdEntry() {
  if (bridge.showRewardedAd === null) return null;
  return (
    <Suspense fallback={null}>
      <AdBadge />
    </Suspense>
  );
}
