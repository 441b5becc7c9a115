import { languageEntry, text } from './i18n.ts';

/** A day in words, from Unix seconds: '3 May 2026', '2026年5月3日'. */
export function formatDay(seconds: number): string {
  const parts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  return new Intl.DateTimeFormat(languageEntry().locale, parts).format(seconds * 1000);
}

/** A day and the time of it in short, from Unix seconds: '3 May 2026, 14:07', '2026/5/3 14:07'. */
export function formatMoment(seconds: number): string {
  const style = { dateStyle: languageEntry().dateStyle, timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(languageEntry().locale, style).format(seconds * 1000);
}

/** An amount of yuan: whole numbers as they are, others with two decimals. */
export function formatAmount(yuan: number): string {
  return Number.isInteger(yuan) ? String(yuan) : yuan.toFixed(2);
}

/** What is paid, with its currency: as the phone's store words it, else yuan. */
export function formatPrice({
  storePrice,
  payAmount,
}: {
  storePrice: string | null;
  payAmount: number;
}): string {
  return storePrice ?? text('yuan', { amount: formatAmount(payAmount) });
}

/** A number with its sign, so that a gain and a loss are told apart without colour. */
export function formatChange(change: number): string {
  if (change === 0) return '0';
  return change < 0 ? `−${-change}` : `+${change}`;
}

/** A size of data: '0 MB', '0.4 MB', '12 MB'. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes === 0 || megabytes >= 10) return `${Math.round(megabytes)} MB`;
  return `${Math.max(0.1, megabytes).toFixed(1)} MB`;
}

/** The name of a country by its code: 'China', '中国'; the code where this browser knows no names. */
export function countryName(code: string): string {
  const { DisplayNames } = Intl as { DisplayNames?: typeof Intl.DisplayNames };
  const names = DisplayNames && new DisplayNames([languageEntry().locale], { type: 'region' });
  return names?.of(code) ?? code;
}

/** Several names in a row: 'Facebook and WeChat', 'Facebook和WeChat'; 'Facebook, WeChat' where this browser knows no lists. */
export function listNames(names: string[], options?: Intl.ListFormatOptions): string {
  const { ListFormat } = Intl as { ListFormat?: typeof Intl.ListFormat };
  return ListFormat ? new ListFormat(languageEntry().locale, options).format(names) : names.join(', ');
}
