import type { Limits } from '../../../server/contract/limits.ts';
import { type AdClaim, claimAdReward, createAdId } from '../../api/billing.ts';
import { NetworkError } from '../../api/errors.ts';
import { getServerTime } from '../../api/server-time.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { randomText } from '../../platform/random-text.ts';
import { sha256Hex } from '../../platform/upload/sha256-hex.ts';
import { note, toast } from '../../state/overlay.ts';
import { hasFeature } from '../account/has-feature.ts';
import { loadUser } from '../account/load-user.ts';

/** How many letters the nonce and the id of a claim have. */
const nonceLength = 10;

/** What an ad brings where the API does not say. */
const usualReward = 15 satisfies Limits['adCoins'];

/** Plays a rewarded ad, then claims its coins; an ad that was skipped earns nothing, and the host has said so. */
export async function watchAd(): Promise<void> {
  if (!bridge.showRewardedAd) return;
  // Known before the ad starts, so that the ad network can name it to the server.
  const id = (await hasFeature('ad-id')) ? await createAdId() : randomText(nonceLength);
  const watched = await bridge.showRewardedAd(id).then(
    () => true,
    () => false,
  );
  if (watched) await claimReward({ id, nonce: randomText(nonceLength) });
}

/** What makes an ad count once, however often its claim is sent. */
type WatchedAd = Pick<AdClaim, 'id' | 'nonce'>;

/** A claim that is signed as the server expects: SHA-256 of timestamp, nonce and secret. The server takes no old ones. */
async function signedClaim({ id, nonce }: WatchedAd): Promise<AdClaim> {
  const timestamp = Math.floor((await getServerTime()) / 1000);
  const sign = await sha256Hex(`${timestamp}${nonce}${import.meta.env.VITE_AD_REWARD_SECRET ?? ''}`);
  return { timestamp, nonce, sign, id };
}

async function claimReward(ad: WatchedAd): Promise<void> {
  try {
    const count = (await claimAdReward(await signedClaim(ad))) ?? usualReward;
    toast({ key: 'ad-entry.reward', values: { count } });
  } catch (error) {
    // The same claim may be sent again: the server counts it once.
    if (error instanceof NetworkError) offerAgain(ad);
  }
  await loadUser().catch(() => undefined);
}

function offerAgain(ad: WatchedAd): void {
  note('ad-entry.claim-failed', { label: 'retry', run: () => claimReward(ad) });
}
