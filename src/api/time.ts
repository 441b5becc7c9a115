import { numberIn, type Parser } from '../platform/parse.ts';
import { number } from './data.ts';

/** From here on a time is in milliseconds: as seconds it would be in the year 5138. */
const leastMilliseconds = 1e11;
const seconds = numberIn(0, leastMilliseconds);

/** ISO 8601 with or without its separators, a space for the T, a zone with or without minutes; fractions are not needed. */
const iso =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)? ?(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/i;

/** A time as Unix seconds, of seconds or milliseconds, their decimal text, or ISO 8601 as databases write it too. */
export const time: Parser<number> = (value, path) => {
  const written = typeof value === 'string' && Number.isNaN(Number(value)) ? iso.exec(value) : null;
  if (!written) {
    const found = number(value, path);
    return seconds(Math.floor(found < leastMilliseconds ? found : found / 1000), path);
  }
  // Not every browser reads more than the one form that it must.
  const [, year, month, day, hour, minute, second = '00', utc, zone, zoneMinutes = '00'] = written;
  const clock = hour ? `T${hour}:${minute}:${second}${utc ? 'Z' : zone ? `${zone}:${zoneMinutes}` : ''}` : '';
  return seconds(Date.parse(`${year}-${month}-${day}${clock}`) / 1000, path);
};
