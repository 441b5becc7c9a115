import { ApiError } from '../http/api-error.ts';

/** Statuses that say something about the shop or our account there, not about the one thing that was asked for. */
const passing = [401, 403, 407, 408, 425, 429];

/** A shop responded with something that says the same however often it is asked. To users it is unavailable. */
export class OddResponse extends ApiError {
  constructor(cause: unknown) {
    super('overloaded', 'error.payment-unavailable');
    this.cause = cause;
  }
}

/** Whether an error says that a shop as a whole cannot be asked now: no response, 5xx, 429, or credentials that it refuses. */
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
