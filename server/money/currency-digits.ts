/** Decimals of a currency (ISO 4217): 0 for the yen, 3 for Kuwait's dinar; 2 if unknown. */
export function currencyDigits(currency: string): number {
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits!;
  } catch {
    return 2;
  }
}

/** Formats an amount in the smallest unit: `12.50 USD`. */
export function sumOf({ amount, currency }: { amount: number; currency: string }): string {
  const digits = currencyDigits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`.trim();
}
