import { signPage } from '../api/sign-page.ts';
import { bridge, bridgeHooks } from '../platform/bridge/bridge.ts';
import { openImBridge } from '../platform/bridge/im-bridge.ts';
import { homeCard, offerCard } from './offer-card.ts';

/** What the start does in addition in WeChat; a file of its own, so that other hosts do not download it. */
export function startIm(): void {
  Object.assign(bridge, openImBridge(signPage));
  // A screen that has more to share says so when it is there.
  bridgeHooks.onArrival = () => offerCard(homeCard());
}
