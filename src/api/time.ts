import { numberIn, type Parser } from '../platform/parse.ts';
import { number } from './data.ts';

/** Numbers from here on are milliseconds, because as seconds they would be later than the year 5138. */
const leastMilliseconds = 1e11;
const seconds = numberIn(0, leastMilliseconds);

/** ISO 8601. Separators, the zone's minutes and fractions are optional; a space may replace the T. */
const iso =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)? ?(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/i;

/** Parses a time to Unix seconds: seconds or milliseconds, or ISO 8601 in the forms that databases write. */
export const time: Parser<number> = (value, path) => {
  const written = typeof value === 'string' && Number.isNaN(Number(value)) ? iso.exec(value) : null;
  if (!written) {
    const found = number(value, path);
    return seconds(Math.floor(found < leastMilliseconds ? found : found / 1000), path);
  }
  // Browsers parse only the full ISO form in the same way, so build that form.
  const [, year, month, day, hour, minute, second = '00', utc, zone, zoneMinutes = '00'] = written;
  const clock = hour ? `T${hour}:${minute}:${second}${utc ? 'Z' : zone ? `${zone}:${zoneMinutes}` : ''}` : '';
  return seconds(Date.parse(`${year}-${month}-${day}${clock}`) / 1000, path);
};
