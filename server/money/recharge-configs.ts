import { productType } from '../contract/money.ts';
import { type Translations, translate } from '../languages/languages.ts';

/** A product with its price in fen. The buyer gets `coins`, or `vipLevel` for `days`. */
export interface RechargeConfig {
  id: number;
  productId: string;
  title: Translations;
  /** Name of the product on the receipt of a payment provider, which shows no more of this app. */
  receipt: Translations;
  coins: number;
  vipLevel: number;
  days: number;
  price: number;
}

/** All products. Never reuse the id or product id of a removed product. */
export const rechargeConfigs: RechargeConfig[] = [
  coins(1, 100, 1000),
  coins(2, 300, 2800),
  coins(3, 500, 4500),
  coins(4, 1000, 8800),
  coins(5, 2000, 16_800),
  subscription(101, 'month', 30, 2500),
  subscription(102, 'quarter', 90, 6800),
  subscription(103, 'year', 365, 19_800),
];

export function typeOf(config: RechargeConfig): number {
  return config.vipLevel > 0 ? productType.subscription : productType.coins;
}

/** Converts fen to yuan, with at most two decimals. */
export function yuan(fen: number): number {
  return fen / 100;
}

function coins(id: number, count: number, price: number): RechargeConfig {
  return {
    id,
    productId: `coins_${count}`,
    title: translate('product.coins', { count }),
    receipt: translate('receipt.coins', { count }),
    coins: count,
    vipLevel: 0,
    days: 0,
    price,
  };
}

function subscription(
  id: number,
  period: 'month' | 'quarter' | 'year',
  days: number,
  price: number,
): RechargeConfig {
  return {
    id,
    productId: `vip_${period}`,
    title: translate(`product.${period}`),
    receipt: translate(`receipt.${period}`),
    coins: 0,
    vipLevel: 1,
    days,
    price,
  };
}

/** Number of decimals of a currency (ISO 4217), e.g. 0 for the yen; 2 for an unknown currency. */
export function currencyDigits(currency: string): number {
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits!;
  } catch {
    return 2;
  }
}

/** Formats an amount in the currency's smallest unit as e.g. `12.50 USD`. */
export function sumOf({ amount, currency }: { amount: number; currency: string }): string {
  const digits = currencyDigits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`.trim();
}
