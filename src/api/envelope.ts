import { object } from '../platform/parse.ts';
import { number } from './data.ts';
import { ApiError, NetworkError } from './errors.ts';

const parseEnvelope = object({
  code: number,
  data: (value: unknown) => value,
});

/**
 * Where APIs put the words of an error, the best first: `error` may be a mere name beside a message. An object or a list there has
 * them under one of these names too.
 */
const namesOfWords = [
  ...['message', 'msg', 'error_description', 'error_message', 'error_msg', 'errorMessage', 'errorMsg'],
  ...['errmsg', 'err_msg', 'errMsg', 'detail', 'details', 'errors', 'error', 'reason', 'title'],
];

/**
 * The data in the envelope of a success, which must have come with a status that says the same, unless `anyStatus` will do;
 * throws an `ApiError` for another code, a `NetworkError` where there is no envelope.
 */
export function openEnvelope(
  text: string,
  { ok, status, statusText, headers }: Response,
  anyStatus = false,
): unknown {
  const body = readJson(text);
  const envelope = readEnvelope(body);
  // "OK" is not an error message.
  const statusWords = ok ? '' : statusText.trim();
  const said = Array.isArray(body) || typeof body === 'string' ? '' : wordsIn(body);
  // An API may have no envelope around its errors: the status stands for the code then.
  const code = envelope?.code ?? (said && !ok ? status : 0);
  if (code !== 0) {
    const retryAfter = Number(headers.get('retry-after')) || 0;
    throw new ApiError(code, said || statusWords, status, retryAfter);
  }
  if (!envelope || (!ok && !anyStatus)) throw new NetworkError(statusWords);
  return envelope.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(withExactIds(text));
  } catch {
    return null;
  }
}

function readEnvelope(body: unknown) {
  try {
    return parseEnvelope(body, 'response');
  } catch {
    return null;
  }
}

/** The words of an error, of several the first ones; empty if there are none. */
function wordsIn(body: unknown): string {
  if (typeof body === 'string') return body.trim();
  if (typeof body !== 'object' || body === null) return '';
  const parts = Array.isArray(body)
    ? body
    : namesOfWords.map(name => (body as Record<string, unknown>)[name]);
  for (const part of parts) {
    const words = wordsIn(part);
    if (words) return words;
  }
  return '';
}

/** Puts whole numbers that are too large for JavaScript into quotes: ids of 64 bits would lose their last digits. */
function withExactIds(json: string): string {
  // A text is taken as a whole, so that nothing inside of it is changed.
  return json.replace(/"(?:[^"\\]|\\.)*"|[-\d.eE+]+/g, part => (/^\d{16,}$/.test(part) ? `"${part}"` : part));
}
