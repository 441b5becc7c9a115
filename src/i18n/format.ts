import { languageEntry, text } from './i18n.ts';

/** A date from Unix seconds: '3 May 2026', '2026年5月3日'. */
export function formatDay(seconds: number): string {
  const parts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  return new Intl.DateTimeFormat(languageEntry().locale, parts).format(seconds * 1000);
}

/** Date and time from Unix seconds: '3 May 2026, 14:07', '2026/5/3 14:07'. */
export function formatMoment(seconds: number): string {
  const style = { dateStyle: languageEntry().dateStyle, timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(languageEntry().locale, style).format(seconds * 1000);
}

/** Whole numbers have no decimals, other numbers two. */
export function formatAmount(yuan: number): string {
  return Number.isInteger(yuan) ? String(yuan) : yuan.toFixed(2);
}

/** The app store's own text if there is one, else the amount in yuan. */
export function formatPrice({
  storePrice,
  payAmount,
}: {
  storePrice: string | null;
  payAmount: number;
}): string {
  return storePrice ?? text('yuan', { amount: formatAmount(payAmount) });
}

/** Writes a sign, so that users can tell gains from losses without colours. */
export function formatChange(change: number): string {
  if (change === 0) return '0';
  return change < 0 ? `−${-change}` : `+${change}`;
}

/** For example '0 MB', '0.4 MB' or '12 MB'. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes === 0 || megabytes >= 10) return `${Math.round(megabytes)} MB`;
  return `${Math.max(0.1, megabytes).toFixed(1)} MB`;
}

/** A country's name from its code: 'China', '中国'. If the browser knows no country names, returns the code. */
export function countryName(code: string): string {
  const { DisplayNames } = Intl as { DisplayNames?: typeof Intl.DisplayNames };
  const names = DisplayNames && new DisplayNames([languageEntry().locale], { type: 'region' });
  return names?.of(code) ?? code;
}

/** For example 'Facebook and WeChat', 'Facebook和WeChat'; joined by commas if the browser cannot format lists. */
export function listNames(names: string[], options?: Intl.ListFormatOptions): string {
  const { ListFormat } = Intl as { ListFormat?: typeof Intl.ListFormat };
  return ListFormat ? new ListFormat(languageEntry().locale, options).format(names) : names.join(', ');
}
