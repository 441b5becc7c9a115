import { subscribe } from 'valtio';
import type { Limits } from '../../../server/contract/limits.ts';
import type { Product } from '../../api/billing.ts';
import { formatPrice } from '../../i18n/format.ts';
import type { FilledMessage, ValuesOf } from '../../i18n/text-key.ts';
import { paths } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { Cancelled } from '../../platform/cancelled.ts';
import { go } from '../../platform/navigation.ts';
import { loadOrder, payment } from '../../state/order.ts';
import { ask, type Question, withLoading } from '../../state/overlay.ts';
import { isVip, session } from '../../state/session.ts';
import { getKnownProducts } from '../lists/known-lists.ts';
import { canBuy } from './can-buy.ts';
import { buy, continuePayment, resumePayment } from './pay.ts';
import { watchAd } from './watch-ad.ts';

const adCoins = 15 satisfies Limits['adCoins'];

type Way = 'pack' | 'packs' | 'plan' | 'ad' | 'check' | 'order';

/** Offers each way to get the missing coins. Returns true once the user has enough coins. */
export async function offerCoins(balance: number, cost: number): Promise<boolean> {
  const order = await loadOrder();
  const [packs, plans] = await withLoading(order ? 'pay.confirming.title' : 'make-pic.checking', () =>
    Promise.all([
      getKnownProducts('coins').catch(() => []),
      getKnownProducts('subscriptions').catch(() => null),
      // Finish an earlier payment first, so that the user does not pay twice.
      resumePayment().then(untilSettled),
    ]),
  );
  let coins = session.user?.coins ?? balance;
  while (coins < cost && !isVip(session.user)) {
    const pack = packFor(cost - coins, packs);
    const way = await ask<Way>(questionOf(coins, cost, { pack, plan: plans && (cheapest(plans) ?? 'none') }));
    if (way === 'packs')
      go(pack ? `${paths.recharge}?product=${encodeURIComponent(pack.id)}` : paths.recharge);
    if (way === 'order') go(paths.recharge);
    if (way === 'plan') go(paths.subscription);
    if (way === 'ad') await watchAd();
    else if (way === 'check') await saying(continuePayment()).catch(endsWaiting);
    else if (way === 'pack' && pack) await saying(buy(pack, 'coins', paths.makePic)).catch(endsWaiting);
    else return false;
    const newest = session.user?.coins ?? coins;
    // The user has paid, but the balance does not show it yet. Do not offer to pay more.
    if (payment.status === 'done' && newest <= coins) return false;
    coins = newest;
  }
  return true;
}

/** Shows the loading overlay while a payment is being confirmed. Rejects with `Cancelled` if the user closes it. */
function saying(work: Promise<void>): Promise<void> {
  let stop = () => {};
  const left = new Promise<never>((_, reject) => {
    let isSaid = false;
    const say = () => {
      const isAsked = payment.status === 'confirming';
      if (isAsked && !isSaid) withLoading('pay.confirming.title', untilSettled).catch(reject);
      isSaid = isAsked;
    };
    stop = subscribe(payment, say);
    say();
  });
  return Promise.race([work.then(untilSettled), left]).finally(stop);
}

/** Ignores errors that the API client has shown; the caller then shows the offer again. Rethrows `Cancelled`. */
function endsWaiting(error: unknown): void {
  if (error instanceof Cancelled) throw error;
}

/** If a payment is being confirmed in the background, waits for the end of the confirmation. */
async function untilSettled(): Promise<void> {
  if (payment.status !== 'confirming') return;
  await new Promise<void>(resolve => {
    const stop = subscribe(payment, () => {
      if (payment.status === 'confirming') return;
      stop();
      resolve();
    });
  });
}

/** `pack` is the smallest pack that suffices. `plan` is the cheapest plan, or null if the plans could not be loaded. */
interface Offer {
  pack: Product | undefined;
  plan: Product | 'none' | null;
}

function questionOf(balance: number, cost: number, { pack, plan }: Offer): Question<Way> {
  const { status } = payment;
  if (status === 'unsure' || status === 'refused') return questionOfOrder(status);
  const missing = cost - balance;
  const isSold = canBuy(session.user);
  const packLabel = pack && message('make-pic.buy', { count: pack.coins, price: formatPrice(pack) });
  const planLabel =
    plan && plan !== 'none' && message('make-pic.subscribe-for', { price: formatPrice(plan) });
  const adLabel = message('make-pic.watch-ads', { count: Math.ceil(missing / adCoins) });
  const choices: (Choice | false | undefined)[] = [
    isSold && packLabel && { value: 'pack', label: packLabel, kind: 'primary' },
    bridge.showRewardedAd !== null && { value: 'ad', label: adLabel, kind: 'quiet' },
    isSold && pack && { value: 'packs', label: 'make-pic.other-packs', kind: 'quiet' },
    isSold && !pack && { value: 'packs', label: 'make-pic.recharge', kind: 'primary' },
    isSold && plan !== 'none' && { value: 'plan', label: planLabel || 'make-pic.subscribe', kind: 'quiet' },
  ];
  return {
    title: message('make-pic.short', { count: missing }),
    text: status === 'unfinished' ? 'make-pic.not-paid' : 'make-pic.short-hint',
    rows: [
      { label: 'make-pic.cost', value: message('gold-coins', { count: cost }) },
      { label: 'make-pic.balance', value: message('gold-coins', { count: balance }) },
    ],
    choices: choices.flatMap(choice => choice || []),
  };
}

type Choice = Question<Way>['choices'][number];

const message = <Key extends FilledMessage['key']>(key: Key, values: ValuesOf<Key>) =>
  ({ key, values }) as FilledMessage;

/** While the user may already have paid an order, offers only to check that order, so that nobody pays twice. */
function questionOfOrder(status: 'unsure' | 'refused'): Question<Way> {
  return {
    title: `pay.${status}.title`,
    text: `pay.${status}.text`,
    choices: [
      ...(status === 'unsure' ? [{ value: 'check', label: 'pay.check', kind: 'primary' } as const] : []),
      { value: 'order', label: 'pay.show-order', kind: 'quiet' },
    ],
  };
}

/** Returns the cheapest pack that suffices, else the largest. Skips packs with an unknown number of coins. */
function packFor(missing: number, packs: Product[]): Product | undefined {
  const known = packs.filter(({ coins }) => coins > 0);
  const enough = known.filter(({ coins }) => coins >= missing);
  return cheapest(enough) ?? known.sort((a, b) => b.coins - a.coins)[0];
}

function cheapest(products: Product[]): Product | undefined {
  return [...products].sort((a, b) => a.payAmount - b.payAmount)[0];
}
