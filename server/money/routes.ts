import { Type } from 'typebox';
import { callerOf, signedIn } from '../accounts/identify.ts';
import type { ApiApp } from '../http/api-app.ts';
import { answer, envelopeOf } from '../http/envelope.ts';
import { Paging, pageOf } from '../http/paging.ts';
import { languageOf } from '../http/text.ts';
import type { Services } from '../services.ts';
import { rewardAd } from './ad-reward.ts';
import type { Reason } from './ledger.ts';
import { reasonTexts } from './reasons.ts';
import { productType, rechargeConfigs, typeOf, yuan } from './recharge-configs.ts';
import { CoinStatement, RechargeConfigItem } from './schemas.ts';

const usualStatements = 50;
const usualConfigs = 10;

/** What is for sale, the coin ledger, and rewarded ads. */
export async function moneyRoutes(app: ApiApp, services: Services): Promise<void> {
  app.addHook('onRequest', signedIn);

  app.get(
    '/getRechargeConfigsList',
    {
      schema: {
        summary: 'What is for sale',
        querystring: Type.Interface([Paging], {
          product_type: Type.Optional(
            Type.Union([Type.Literal(productType.subscription), Type.Literal(productType.coins)], {
              default: productType.coins,
              description: '1 subscriptions, 2 coins',
            }),
          ),
        }),
        response: { 200: envelopeOf(Type.Object({ list: Type.Array(RechargeConfigItem) })) },
      },
    },
    async request => {
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
      return answer({ list });
    },
  );

  app.get(
    '/getCoinStatementList',
    {
      schema: {
        summary: 'The coin ledger, newest first',
        querystring: Paging,
        response: { 200: envelopeOf(Type.Object({ list: Type.Array(CoinStatement) })) },
      },
    },
    async request => {
      const language = languageOf(request.headers['user-language']);
      const { offset, limit } = pageOf(request.query, usualStatements);
      const rows = await services.db.query
        .selectFrom('coin_statements')
        .select(['id', 'time', 'change', 'remaining', 'reason'])
        .where('user_id', '=', callerOf(request))
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      const list = rows.map(row => ({
        ...row,
        time: Math.floor(row.time.getTime() / 1000),
        reason: reasonTexts[row.reason as Reason][language],
      }));
      return answer({ list });
    },
  );

  app.post(
    '/adReward',
    {
      schema: {
        summary: 'Claim the coins of a rewarded ad',
        body: Type.Object({
          timestamp: Type.Integer({ description: 'seconds since 1970' }),
          nonce: Type.String({ pattern: '^[a-z0-9]{10}$' }),
          sign: Type.String({
            pattern: '^[0-9a-f]{64}$',
            description: 'SHA-256 of timestamp, nonce and secret',
          }),
          id: Type.String({ minLength: 10, maxLength: 10 }),
        }),
        response: { 200: envelopeOf(Type.Object({ coins: Type.Integer() })) },
      },
    },
    async request => answer({ coins: await rewardAd(services, callerOf(request), request.body) }),
  );
}
