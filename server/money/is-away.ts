import { ApiError } from '../http/api-error.ts';

/** HTTP statuses that are about the shop or our account there, not about the requested item. */
const passing = [401, 403, 407, 408, 425, 429];

/** The shop's response would be the same on a retry. Users see "payment unavailable". */
export class OddResponse extends ApiError {
  constructor(cause: unknown) {
    super('overloaded', 'error.payment-unavailable');
    this.cause = cause;
  }
}

/** True if the whole shop is unavailable: no response, 5xx, 429, or it rejects our credentials. */
export function isAway(error: unknown): boolean {
  if (error instanceof OddResponse) return false;
  if (error instanceof ApiError) return error.statusCode >= 500;
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || passing.includes(status);
  if (!(error instanceof Error)) return false;
  return ['AbortError', 'TimeoutError'].includes(error.name) || error.message === 'fetch failed';
}

function statusOf(error: unknown): number | undefined {
  const { status, statusCode, httpStatusCode } = (error ?? {}) as Record<string, unknown>;
  return [status, statusCode, httpStatusCode].find(one => typeof one === 'number') as number | undefined;
}
