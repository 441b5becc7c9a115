import { formatDay } from './format.ts';
import { languageEntry, text } from './i18n.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** "2 hours ago", or a date if over a week ago. Arguments are Unix seconds; 0 returns an empty string. */
export function formatAgo(seconds: number, now = Date.now() / 1000): string {
  if (seconds === 0) return '';
  const age = Math.max(0, now - seconds);
  if (age >= 7 * day) return formatDay(seconds);
  const words = new Intl.RelativeTimeFormat(languageEntry().locale);
  if (age >= day) return words.format(-Math.floor(age / day), 'day');
  if (age >= hour) return words.format(-Math.floor(age / hour), 'hour');
  if (age >= minute) return words.format(-Math.floor(age / minute), 'minute');
  return text('ago.now');
}
