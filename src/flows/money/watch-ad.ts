import type { Limits } from '../../../server/contract/limits.ts';
import { type AdReward, collectAdReward, createAdId } from '../../api/billing.ts';
import { NetworkError } from '../../api/errors.ts';
import { getServerTime } from '../../api/server-time.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { randomText } from '../../platform/random-text.ts';
import { sha256Hex } from '../../platform/upload/sha256-hex.ts';
import { note, toast } from '../../state/overlay.ts';
import { hasFeature } from '../account/has-feature.ts';
import { loadUser } from '../account/load-user.ts';

/** Length of a nonce and of an ad's id, in characters. */
const nonceLength = 10;

/** Coins for an ad if the API does not send the number. */
const usualReward = 15 satisfies Limits['adCoins'];

/** Plays a rewarded ad, then collects its coins. If the user skips the ad, the host shows a message. */
export async function watchAd(): Promise<void> {
  if (!bridge.showRewardedAd) return;
  // Created before the ad starts, so that the ad network can report the ad to the server.
  const id = (await hasFeature('ad-id')) ? await createAdId() : randomText(nonceLength);
  const watched = await bridge.showRewardedAd(id).then(
    () => true,
    () => false,
  );
  if (watched) await collectReward({ id, nonce: randomText(nonceLength) });
}

/** Identifies one watched ad, so that the server credits its reward only once, even if the app sends it twice. */
type WatchedAd = Pick<AdReward, 'id' | 'nonce'>;

/** Signs a reward as the server expects: SHA-256 of timestamp, nonce and secret. The server rejects old timestamps. */
async function signedReward({ id, nonce }: WatchedAd): Promise<AdReward> {
  const timestamp = Math.floor((await getServerTime()) / 1000);
  const sign = await sha256Hex(`${timestamp}${nonce}${appSettings.adRewardSecret ?? ''}`);
  return { timestamp, nonce, sign, id };
}

async function collectReward(ad: WatchedAd): Promise<void> {
  try {
    const count = (await collectAdReward(await signedReward(ad))) ?? usualReward;
    toast({ key: 'ad-badge.reward', values: { count } });
  } catch (error) {
    // A retry is safe, because the server credits the reward only once.
    if (error instanceof NetworkError) offerAgain(ad);
  }
  await loadUser().catch(() => undefined);
}

function offerAgain(ad: WatchedAd): void {
  note('ad-badge.reward-failed', { label: 'retry', run: () => collectReward(ad) });
}
