import { object, string } from '../platform/parse.ts';
import { maybe, number } from './data.ts';
import { ApiError, NetworkError } from './errors.ts';

const parseEnvelope = object({
  code: number,
  message: maybe(string, ''),
  data: (value: unknown) => value,
});

/**
 * The data in the envelope of a success, which must have come with a status that says the same, unless `anyStatus` will do;
 * throws an `ApiError` for another code, a `NetworkError` where there is no envelope.
 */
export function openEnvelope(
  text: string,
  { ok, status, statusText, headers }: Response,
  anyStatus = false,
): unknown {
  const envelope = read(text);
  // "OK" is not an error message.
  const words = ok ? '' : statusText.trim();
  if (!envelope || (!ok && !anyStatus && envelope.code === 0)) throw new NetworkError(words);
  if (envelope.code !== 0) {
    const retryAfter = Number(headers.get('retry-after')) || 0;
    throw new ApiError(envelope.code, envelope.message.trim() || words, status, retryAfter);
  }
  return envelope.data;
}

function read(text: string) {
  try {
    return parseEnvelope(JSON.parse(withExactIds(text)));
  } catch {
    return null;
  }
}

/** Puts whole numbers that are too large for JavaScript into quotes: ids of 64 bits would lose their last digits. */
function withExactIds(json: string): string {
  // A text is taken as a whole, so that nothing inside of it is changed.
  return json.replace(/"(?:[^"\\]|\\.)*"|[-\d.eE+]+/g, part => (/^\d{16,}$/.test(part) ? `"${part}"` : part));
}
