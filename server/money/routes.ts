import type { FastifyInstance } from 'fastify';
import { productType } from '../contract/money.ts';
import { callerOf } from '../http/caller.ts';
import { pageOf } from '../http/page-of.ts';
import { serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import { issueAdId } from './admob/verified-ads.ts';
import { rechargeConfigs, typeOf, yuan } from './recharge-configs.ts';
import { type AdRewardParts, rewardAd } from './reward-ad.ts';

const usualConfigs = 10;

/** What is for sale, and rewarded ads. */
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
