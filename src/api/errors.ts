/** The API returned a code other than 0. `message` is for the user. `retryAfter` is in seconds, 0 if not sent. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: number;
  readonly status: number;
  readonly retryAfter: number;

  constructor(code: number, message: string, status: number, retryAfter: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** No usable response: offline, timed out, or no envelope. `cause` is the original error, if there is one. */
export class NetworkError extends Error {
  override name = 'NetworkError';

  constructor(message: string, cause?: unknown) {
    super(message);
    // Set by hand, because browsers from before 2022 ignore the option `cause`.
    this.cause = cause;
  }
}

/** Thrown instead of sending a call, if the API does not declare the call's feature. */
export class MissingFeature extends Error {
  override name = 'MissingFeature';
}

/** Error codes of the API that the app handles. */
export const codes = {
  notEnoughCoins: 2218020,
  photosRefused: 2218030,
  notFound: 1003,
  wrongParameter: 1004,
} as const;
