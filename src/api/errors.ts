/** The API responded with a code other than 0; `message` is for the user, `status` that of HTTP, `retryAfter` in seconds, 0 where it was not said. */
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

/** No usable response came: offline, timed out, or not the API's envelope. `cause` says more. */
export class NetworkError extends Error {
  override name = 'NetworkError';

  constructor(message: string, cause?: unknown) {
    super(message);
    // Engines before 2022 take no `cause` from the options.
    this.cause = cause;
  }
}

/** The API does not declare what a call needs: nothing was sent. */
export class MissingFeature extends Error {
  override name = 'MissingFeature';
}

/** Codes of the API that the app acts on. */
export const codes = {
  notEnoughCoins: 2218020,
  photosRefused: 2218030,
  notFound: 1003,
  wrongParameter: 1004,
} as const;
