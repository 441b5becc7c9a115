import type { Product } from '../api/billing.ts';

/** How many sets of pictures a pack of coins makes, and what each then costs, yuan. */
export interface SetPrice {
  sets: number;
  each: number;
}

/** What a pack of coins means in sets at this cost of one; null where it makes none, or nobody says in yuan. */
export function setPrice({ coins, payAmount, storePrice }: Product, cost: number | null): SetPrice | null {
  if (!cost || coins < cost || storePrice) return null;
  const sets = Math.floor(coins / cost);
  return { sets, each: payAmount / sets };
}

/** The one product with the lowest price; null if several have it, there is no choice, or a store has prices of its own. */
export function bestOf(products: readonly Product[], priceOf: (product: Product) => number | null) {
  if (products.some(({ storePrice }) => storePrice)) return null;
  const priced = products.flatMap(product => {
    const price = priceOf(product);
    return price === null ? [] : [{ id: product.id, price }];
  });
  const [best, next] = priced.sort((one, other) => one.price - other.price);
  return best && next && best.price < next.price ? best.id : null;
}

/** How many months that many days are: a whole number for the days of calendar months (365: 12), else a fraction. */
export function monthsOf(days: number): number {
  const whole = Math.round(days / 30.4);
  return days >= whole * 30 && days <= whole * 31 ? whole : days / 30.4;
}

/** What a plan of several months costs each month, yuan, and how many percent less it costs than its struck-out price; null for others, or if a store has prices of its own. */
export function monthPrice(plan: Product, plans: readonly Product[]): { each: number; saves: number } | null {
  const { days, discountPrice, originalPrice } = plan;
  const each = perMonth(plan);
  if (each === null || plans.some(({ storePrice }) => storePrice) || monthsOf(days) < 2) return null;
  const saves = originalPrice > discountPrice ? Math.floor(100 - (100 * discountPrice) / originalPrice) : 0;
  return { each, saves };
}

/** What a plan costs each month, yuan; null where the API does not say how long it lasts. */
export function perMonth({ days, payAmount }: Product): number | null {
  return days > 0 ? payAmount / monthsOf(days) : null;
}
