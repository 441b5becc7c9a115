import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { lockUser } from '../accounts/user.ts';
import type { Body } from '../contract/calls.ts';
import { limits } from '../contract/limits.ts';
import { type Order as OrderData, productType } from '../contract/money.ts';
import type { DbAndClock } from '../db/database.ts';
import { ApiError, wrongParameter } from '../http/api-error.ts';
import { callerOf } from '../http/caller.ts';
import { appPath } from '../http/files/app-files.ts';
import { bounds } from '../http/limits/limiters.ts';
import { checkReturn, originOf } from '../http/origin.ts';
import { pageOf, serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import { type AdmobAccount, awaitAd, issueAdId, spendAd } from './admob/admob.ts';
import { countAdsToday, move } from './ledger.ts';
import {
  type ConfirmedOrder,
  cancelOrder,
  confirmOrder,
  createOrder,
  findOpenOrders,
  findOrder,
  type OrderParts,
  settleReceipt,
} from './orders.ts';
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
  let charged = { prices: new Map<number, number>(), until: 0 };

  /** The prices to strike out, by product, in fen. Other callers get the same list for ten minutes. */
  async function findStruckPrices(): Promise<Map<number, number>> {
    const now = parts.clock();
    if (now >= charged.until)
      charged = { prices: await pricesChargedLately(parts), until: now + struckPricesKept };
    return charged.prices;
  }

  serveCall(app, 'getRechargeConfigsList', async request => {
    const struck = await findStruckPrices();
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
        original_price: yuan(struck.get(config.id) ?? config.price),
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

/** Milliseconds. */
const struckPricesKept = 10 * 60_000;

/** China's rules allow a comparison with the lowest price of the seven days before. */
const comparedTime = 7 * 24 * 60 * 60_000;

/** These stores charge prices of their own, not the amount of the order. */
const otherPrices = ['app-store', 'google-play'];

/** The lowest price above today's that a buyer really paid lately, by product, in fen. */
async function pricesChargedLately({ db, clock }: DbAndClock): Promise<Map<number, number>> {
  const paid = await db.query
    .selectFrom('takings')
    .innerJoin('orders', 'orders.order_id', 'takings.order_id')
    .select(({ fn }) => ['orders.config_id', 'orders.amount', fn.countAll().as('count')])
    .where('takings.time', '>', new Date(clock() - comparedTime))
    .where('takings.provider', 'not in', otherPrices)
    .where('orders.returned_amount', '=', 0)
    .groupBy(['orders.config_id', 'orders.amount'])
    .orderBy('orders.amount', 'desc')
    .execute();
  const isHigher = ({ config_id, amount }: (typeof paid)[number]) =>
    rechargeConfigs.some(({ id, price }) => id === config_id && amount > price);
  // The last of several prices of a product wins: the lowest.
  return new Map(paid.filter(isHigher).map(({ config_id, amount }) => [config_id, amount]));
}

/** Throws for a wrong signature, an old timestamp, a used nonce, too many ads, or AdMob's missing word. */
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

const atOnce = 4;

/** Milliseconds for all of a call's orders together, because a call must respond within 10 s. */
const usualPatience = 6_000;

export async function orderRoutes(
  app: FastifyInstance,
  parts: OrderParts & { config: { corsOrigins: string[] } },
): Promise<void> {
  serveCall(app, 'createOrder', async request => {
    const { config_id, return_url, channel } = request.body;
    if (return_url !== undefined) checkReturn('return_url', return_url, request, parts.config);
    const { order, provider } = await createOrder(parts, callerOf(request), Number(config_id), channel);
    const { order_id } = order;
    const origin = originOf(request);
    const back = return_url ?? usualReturn(origin, order.config_id);
    try {
      const { payment, payPage } = await provider.begin(
        order,
        back,
        languageOf(request.headers['user-language']),
      );
      return { order_id, payment, ...(payPage !== null && { pay_url: new URL(payPage, origin).href }) };
    } catch (error) {
      // The client has no page to pay this order, so cancel it.
      await cancelOrder(parts, order_id);
      throw error;
    }
  });

  serveCall(app, 'paySuccess', async request => {
    const { receipt, order_id } = request.body;
    await settleReceipt(parts, callerOf(request), receipt, order_id ?? null);
    return null;
  });

  serveCall(app, 'getOrder', async request => {
    return viewOrder(request, await confirmOrder(parts, callerOf(request), request.query.order_id));
  });

  serveCall(app, 'getUnfinishedOrders', async request => {
    const userId = callerOf(request);
    const ids = await findOpenOrders(parts.db.query, userId, parts.clock());
    const orders = await confirmOrders(parts, userId, ids);
    const left = orders.filter(({ order }) => order.status === 'pending');
    return { list: left.map(order => viewOrder(request, order)) };
  });
}

/** Asks the providers about orders. Without a response within `patience` (ms), an order is returned as it is saved. */
export async function confirmOrders(
  parts: OrderParts,
  userId: string,
  ids: string[],
  patience = usualPatience,
): Promise<ConfirmedOrder[]> {
  const asking = pLimit(atOnce);
  const late = new AbortController();
  const isLate = pause(patience, null, { signal: late.signal, ref: false }).catch(() => null);
  const unknown = async (id: string) => ({ order: await findOrder(parts, userId, id), payPage: null });
  try {
    return await Promise.all(
      ids.map(async id => {
        const asked = asking(() => confirmOrder(parts, userId, id));
        return (await Promise.race([asked, isLate])) ?? unknown(id);
      }),
    );
  } finally {
    asking.clearQueue();
    late.abort();
  }
}

function viewOrder(request: FastifyRequest, { order, payPage }: ConfirmedOrder): OrderData {
  const config = rechargeConfigs.find(({ id }) => id === order.config_id);
  return {
    order_id: order.order_id,
    config_id: order.config_id,
    title: config?.title[languageOf(request.headers['user-language'])] ?? '',
    pay_amount: yuan(order.amount),
    status: order.status,
    create_time: Math.floor(order.create_time.getTime() / 1000),
    ...(payPage !== null && { pay_url: new URL(payPage, originOf(request)).href }),
  };
}

export function usualReturn(origin: string, configId: number): string {
  const config = rechargeConfigs.find(({ id }) => id === configId);
  const screen = config && config.vipLevel > 0 ? 'subscription' : 'recharge';
  return `${origin}${appPath}${screen}`;
}
