import type { Product } from '../api/billing.ts';

/** The number of picture sets that a coin pack buys, and the price per set in yuan. */
export interface SetPrice {
  sets: number;
  each: number;
}

/** `cost` is the price of one set in coins. Null if the pack buys less than one set, or is not priced in yuan. */
export function setPrice({ coins, payAmount, storePrice }: Product, cost: number | null): SetPrice | null {
  if (!cost || coins < cost || storePrice) return null;
  const sets = Math.floor(coins / cost);
  return { sets, each: payAmount / sets };
}

/** Id of the product with the lowest `priceOf`. Null if there is a tie, only one product, or an app store price. */
export function bestOf(products: readonly Product[], priceOf: (product: Product) => number | null) {
  if (products.some(({ storePrice }) => storePrice)) return null;
  const priced = products.flatMap(product => {
    const price = priceOf(product);
    return price === null ? [] : [{ id: product.id, price }];
  });
  const [best, next] = priced.sort((one, other) => one.price - other.price);
  return best && next && best.price < next.price ? best.id : null;
}

/** Converts days to months: a whole number if the days fit calendar months (365 days are 12), else a fraction. */
export function monthsOf(days: number): number {
  const whole = Math.round(days / 30.4);
  return days >= whole * 30 && days <= whole * 31 ? whole : days / 30.4;
}

/** A plan's price per month in yuan, and the percentage it saves. Null for a single month or app store prices. */
export function monthPrice(plan: Product, plans: readonly Product[]): { each: number; saves: number } | null {
  const { days, discountPrice, originalPrice } = plan;
  const each = perMonth(plan);
  if (each === null || plans.some(({ storePrice }) => storePrice) || monthsOf(days) < 2) return null;
  const saves = originalPrice > discountPrice ? Math.floor(100 - (100 * discountPrice) / originalPrice) : 0;
  return { each, saves };
}

/** A plan's price per month, in yuan. Null if the API does not send the plan's length. */
export function perMonth({ days, payAmount }: Product): number | null {
  return days > 0 ? payAmount / monthsOf(days) : null;
}
