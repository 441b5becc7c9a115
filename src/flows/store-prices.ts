import { bridge } from '../platform/bridge/bridge.ts';

/** How long a price may be: longer ones would break the cards. */
const longest = 24;

/** How the phone's store words its prices, by the product's id there; the native app keeps them in its cache, or none. */
export async function storePrices(): Promise<Record<string, string>> {
  if (!bridge.subscription) return {};
  try {
    const given: object = JSON.parse((await bridge.readCache('tyy.store-prices')) ?? '{}');
    const isPrice = ([, price]: [string, unknown]) => typeof price === 'string' && price.length <= longest;
    return Object.fromEntries(Object.entries(given).filter(isPrice));
  } catch {
    return {};
  }
}
