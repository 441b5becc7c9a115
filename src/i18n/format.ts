import { languageEntry, text } from './i18n.ts';

/** Formats Unix seconds as a date, for example '3 May 2026' or '2026年5月3日'. */
export function formatDay(seconds: number): string {
  const parts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  return new Intl.DateTimeFormat(languageEntry().locale, parts).format(seconds * 1000);
}

/** Formats Unix seconds as date and time, for example '3 May 2026, 14:07' or '2026/5/3 14:07'. */
export function formatMoment(seconds: number): string {
  const style = { dateStyle: languageEntry().dateStyle, timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(languageEntry().locale, style).format(seconds * 1000);
}

/** Formats whole numbers without decimals, and other numbers with two decimals. */
export const formatAmount = (yuan: number): string =>
  Number.isInteger(yuan) ? String(yuan) : yuan.toFixed(2);

/** Formats an amount of any currency (ISO 4217), for example '25 yuan' or 'US$4.99'. */
export function formatMoney(amount: number, currency: string): string {
  if (currency === 'CNY') return text('yuan', { amount: formatAmount(amount) });
  return new Intl.NumberFormat(languageEntry().locale, { style: 'currency', currency }).format(amount);
}

/** Returns the app store's formatted price if there is one, else the amount in yuan. */
export function formatPrice({
  storePrice,
  payAmount,
}: {
  storePrice: string | null;
  payAmount: number;
}): string {
  return storePrice ?? text('yuan', { amount: formatAmount(payAmount) });
}

/** Formats a number with its sign, so that users can tell gains from losses without colours. */
export function formatChange(change: number): string {
  if (change === 0) return '0';
  return change < 0 ? `−${-change}` : `+${change}`;
}

/** Formats a size, for example '0 MB', '0.4 MB' or '12 MB'. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes === 0 || megabytes >= 10) return `${Math.round(megabytes)} MB`;
  return `${Math.max(0.1, megabytes).toFixed(1)} MB`;
}

/** Returns the name of a country ('China', '中国'), or the code itself in browsers that do not know country names. */
export function countryName(code: string): string {
  const { DisplayNames } = Intl as { DisplayNames?: typeof Intl.DisplayNames };
  const names = DisplayNames && new DisplayNames([languageEntry().locale], { type: 'region' });
  return names?.of(code) ?? code;
}
