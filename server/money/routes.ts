import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { lockUser } from '../accounts/user.ts';
import type { Body } from '../contract/calls.ts';
import { limits } from '../contract/limits.ts';
import { productType } from '../contract/money.ts';
import type { DbAndClock } from '../db/database.ts';
import { ApiError, wrongParameter } from '../http/api-error.ts';
import { callerOf } from '../http/caller.ts';
import { bounds } from '../http/limits/bounds.ts';
import { pageOf, serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import type { AdmobAccount } from './admob/admob-notifications.ts';
import { awaitAd, issueAdId, spendAd } from './admob/verified-ads.ts';
import { countAdsToday } from './gone-users.ts';
import { move } from './ledger.ts';
import { rechargeConfigs, typeOf, yuan } from './recharge-configs.ts';

const allowedSkew = 300;

/** `timestamp`: seconds. `sign`: SHA-256 (hex) of timestamp, nonce and secret. `id`: the ad id that we issued. */
type AdReward = Body<'adReward'>;

/** `admob` is null if AdMob's verification is not required. */
interface AdRewardParts extends DbAndClock {
  config: { adRewardSecret: string; admob: AdmobAccount | null };
}

const usualConfigs = 10;

export async function moneyRoutes(app: FastifyInstance, parts: AdRewardParts): Promise<void> {
  serveCall(app, 'getRechargeConfigsList', async request => {
    const language = languageOf(request.headers['user-language']);
    const type = request.query.product_type ?? productType.coins;
    const { offset, limit } = pageOf(request.query, usualConfigs);
    const list = rechargeConfigs
      .filter(config => typeOf(config) === type)
      .slice(offset, offset + limit)
      .map(config => ({
        id: config.id,
        product_id: config.productId,
        title: config.title[language],
        coin_num: config.coins,
        original_price: yuan(config.originalPrice),
        discount_price: yuan(config.price),
        pay_amount: yuan(config.price),
        vip_level: config.vipLevel,
        days: config.days,
      }));
    return { list };
  });

  serveCall(app, 'createAdId', async request => ({
    id: await issueAdId(parts.db, callerOf(request), parts.clock()),
  }));

  serveCall(app, 'adReward', async request => ({
    coins: await rewardAd(parts, callerOf(request), request.body),
  }));
}

/**
 * Credits a watched ad. Throws if the signature is wrong, the timestamp is too old, the nonce was used before, the user
 * watched more than ten ads that day (UTC), or AdMob's verification is required but AdMob did not report the ad.
 */
async function rewardAd(
  { db, clock, config }: AdRewardParts,
  userId: string,
  reward: AdReward,
): Promise<number> {
  const now = clock();
  if (!isSigned(reward, config.adRewardSecret)) throw wrongParameter('sign', 'parameter.sign');
  if (Math.abs(now / 1000 - reward.timestamp) > allowedSkew) {
    throw wrongParameter('timestamp', 'parameter.skew');
  }

  const needsReport = config.admob !== null;
  if (needsReport) await awaitAd(db, reward.id, userId);

  return db.query.transaction().execute(async tx => {
    const time = new Date(now);
    const user = await lockUser(tx, userId);
    const fresh = await tx
      .insertInto('ad_rewards')
      .values({ nonce: reward.nonce, user_id: userId, time })
      .onConflict(conflict => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst();
    if (!fresh) throw wrongParameter('nonce', 'parameter.used');

    if ((await countAdsToday(tx, user, time)) > bounds.adRewards.ofOne) {
      throw new ApiError('tooManyRequests', 'error.last-reward');
    }
    if (needsReport) await spendAd(tx, reward.id, userId);
    await move(tx, { userId, change: limits.adCoins, reason: 'ad_reward', reference: reward.nonce, time });
    return limits.adCoins;
  });
}

function isSigned({ timestamp, nonce, sign }: AdReward, secret: string): boolean {
  const expected = createHash('sha256').update(`${timestamp}${nonce}${secret}`).digest();
  const given = Buffer.from(sign, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
