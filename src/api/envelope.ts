import { object } from '../platform/parse.ts';
import { number } from './data.ts';
import { ApiError, NetworkError } from './errors.ts';

const parseEnvelope = object({
  code: number,
  data: (value: unknown) => value,
});

/**
 * Names of the fields in which APIs send an error message, best first. `error` comes late, because some APIs put only
 * an error's name there. If a field contains an object or array, that is searched in the same way.
 */
const namesOfWords = [
  ...['message', 'msg', 'error_description', 'error_message', 'error_msg', 'errorMessage', 'errorMsg'],
  ...['errmsg', 'err_msg', 'errMsg', 'detail', 'details', 'errors', 'error', 'reason', 'title'],
];

/** Throws an `ApiError` if the code is not 0; a `NetworkError` without an envelope, or unless `ok` or `anyStatus`. */
export function openEnvelope(
  text: string,
  { ok, status, statusText, headers }: Response,
  anyStatus = false,
): unknown {
  const body = readJson(text);
  const envelope = readEnvelope(body);
  // The status text of a success ("OK") is not an error message.
  const statusWords = ok ? '' : statusText.trim();
  const said = Array.isArray(body) || typeof body === 'string' ? '' : wordsIn(body);
  // Some APIs send errors without an envelope; then the HTTP status serves as the code.
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

/** Returns the first message found, or an empty text. */
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

/** Puts quotes around whole numbers of 16 digits or more, because JavaScript would round 64-bit ids. */
function withExactIds(json: string): string {
  // The pattern first matches whole strings, so that digits inside strings stay unchanged.
  return json.replace(/"(?:[^"\\]|\\.)*"|[-\d.eE+]+/g, part => (/^\d{16,}$/.test(part) ? `"${part}"` : part));
}
