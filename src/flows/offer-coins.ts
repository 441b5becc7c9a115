import type { Limits } from '../../server/contract/limits.ts';
import type { Product } from '../api/billing.ts';
import { formatPrice } from '../i18n/format.ts';
import { paths } from '../paths.ts';
import { bridge } from '../platform/bridge/bridge.ts';
import { go } from '../platform/navigation.ts';
import { ask, type Question, withLoading } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { canBuy } from './can-buy.ts';
import { getKnownProducts } from './known-lists.ts';
import { watchAd } from './watch-ad.ts';

/** Coins that an ad gives. */
const adCoins = 15 satisfies Limits['adCoins'];

type Way = 'pack' | 'plan' | 'ad';

/**
 * Says how many coins are missing and offers each way to get them. Returns true once ads have brought enough. Buying
 * opens its own screen, which leads back to the unchanged draft.
 */
export async function offerCoins(balance: number, cost: number): Promise<boolean> {
  const [packs, plans] = await withLoading('make-pic.checking', () =>
    Promise.all([
      getKnownProducts('coins').catch(() => []),
      getKnownProducts('subscriptions').catch(() => []),
    ]),
  );
  let coins = balance;
  while (coins < cost) {
    const pack = packFor(cost - coins, packs);
    const way = await ask(questionOf(coins, cost, { pack, plan: cheapest(plans) }));
    if (way === 'pack')
      go(pack ? `${paths.recharge}?product=${encodeURIComponent(pack.id)}` : paths.recharge);
    if (way === 'plan') go(paths.subscription);
    if (way !== 'ad') return false;
    await watchAd();
    coins = session.user?.coins ?? coins;
  }
  return true;
}

function questionOf(
  balance: number,
  cost: number,
  { pack, plan }: { pack: Product | undefined; plan: Product | undefined },
): Question<Way> {
  const missing = cost - balance;
  const isSold = canBuy(session.user);
  return {
    title: { key: 'make-pic.short', values: { count: missing } },
    text: 'make-pic.short-hint',
    rows: [
      { label: 'make-pic.cost', value: coinsText(cost) },
      { label: 'make-pic.balance', value: coinsText(balance) },
    ],
    choices: [
      ...(isSold
        ? [{ value: 'pack', label: pack ? packText(pack) : 'make-pic.recharge', kind: 'primary' } as const]
        : []),
      ...(bridge.showRewardedAd ? [adChoice(Math.ceil(missing / adCoins))] : []),
      ...(isSold
        ? [{ value: 'plan', label: plan ? planText(plan) : 'make-pic.subscribe', kind: 'quiet' } as const]
        : []),
    ],
  };
}

function adChoice(count: number) {
  return { value: 'ad', label: { key: 'make-pic.watch-ads', values: { count } }, kind: 'quiet' } as const;
}

function packText(pack: Product) {
  return { key: 'make-pic.buy', values: { count: pack.coins, price: formatPrice(pack) } } as const;
}

function planText(plan: Product) {
  return { key: 'make-pic.subscribe-for', values: { price: formatPrice(plan) } } as const;
}

function coinsText(count: number) {
  return { key: 'gold-coins', values: { count } } as const;
}

/** The cheapest pack with which there are enough, else the largest; an API may not say how many coins one brings. */
function packFor(missing: number, packs: Product[]): Product | undefined {
  const known = packs.filter(({ coins }) => coins > 0);
  const enough = known.filter(({ coins }) => coins >= missing);
  return cheapest(enough) ?? known.sort((a, b) => b.coins - a.coins)[0];
}

function cheapest(products: Product[]): Product | undefined {
  return [...products].sort((a, b) => a.payAmount - b.payAmount)[0];
}
