import { createHash, timingSafeEqual } from 'node:crypto';
import { lockUser } from '../accounts/lock-user.ts';
import type { Body } from '../contract/calls.ts';
import { limits } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';
import { ApiError, wrongParameter } from '../http/api-error.ts';
import type { AdmobAccount } from './admob/admob-account.ts';
import { awaitAd, claimAd } from './admob/verified-ads.ts';
import { countAdsToday } from './gone-users.ts';
import { move } from './ledger.ts';

const mostADay = 10;
const allowedSkew = 300;

/**
 * A claim that an ad was watched; `timestamp` in seconds, `sign` the SHA-256 (hex) of timestamp, nonce and secret, `id`
 * what the phone gave the ad as its custom data.
 */
export type AdClaim = Body<'adReward'>;

/** What rewards need; `admob` is null where AdMob's verification is not required. */
export interface AdRewardParts {
  config: { adRewardSecret: string; admob: AdmobAccount | null };
  db: Database;
  clock: () => number;
}

/**
 * Credits a rewarded ad; refuses wrong signs, old timestamps, nonces seen before, more than ten a day (UTC) and, where
 * AdMob's verification is required, ads that it did not report.
 */
export async function rewardAd(
  { db, clock, config }: AdRewardParts,
  userId: string,
  claim: AdClaim,
): Promise<number> {
  const now = clock();
  if (!isSigned(claim, config.adRewardSecret)) throw wrongParameter('sign', 'parameter.sign');
  if (Math.abs(now / 1000 - claim.timestamp) > allowedSkew) {
    throw wrongParameter('timestamp', 'parameter.skew');
  }

  const needsReport = config.admob !== null;
  if (needsReport) await awaitAd(db, claim.id, userId);

  return db.query.transaction().execute(async tx => {
    const time = new Date(now);
    const user = await lockUser(tx, userId);
    const fresh = await tx
      .insertInto('ad_rewards')
      .values({ nonce: claim.nonce, user_id: userId, time })
      .onConflict(conflict => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst();
    if (!fresh) throw wrongParameter('nonce', 'parameter.used');

    if ((await countAdsToday(tx, user, time)) > mostADay) {
      throw new ApiError('tooManyRequests', 'error.last-reward');
    }
    if (needsReport) await claimAd(tx, claim.id, userId);
    await move(tx, { userId, change: limits.adCoins, reason: 'ad_reward', reference: claim.nonce, time });
    return limits.adCoins;
  });
}

function isSigned({ timestamp, nonce, sign }: AdClaim, secret: string): boolean {
  const expected = createHash('sha256').update(`${timestamp}${nonce}${secret}`).digest();
  const given = Buffer.from(sign, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
