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

/** Days of a month, as plans count them. */
const month = 30;

/** What a plan of several months costs each month, yuan, and how many percent less that is than the dearest plan's; null for others. */
export function monthPrice(
  product: Product,
  plans: readonly Product[],
): { each: number; saves: number } | null {
  const each = perMonth(product);
  if (each === null || plans.some(({ storePrice }) => storePrice) || product.days < 2 * month) return null;
  const dearest = Math.max(...plans.flatMap(plan => perMonth(plan) ?? []));
  return { each, saves: Math.floor((1 - each / dearest) * 100) };
}

/** What a plan costs each month, yuan; null where the API does not say how long it lasts. */
export function perMonth({ days, payAmount }: Product): number | null {
  return days > 0 ? (payAmount * month) / days : null;
}
