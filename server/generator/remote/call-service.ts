import { setTimeout as delay } from 'node:timers/promises';
import { fetchElsewhere, mostBytes, OddResponse } from '../../elsewhere/fetch-elsewhere.ts';
import { GeneratorGaveUp } from '../generator.ts';

/** Milliseconds before the second try. The delay doubles after each further try, up to the maximum. */
const firstDelay = 500;
const longestDelay = 30_000;

export interface Patience {
  /** Timeout in milliseconds for each try. */
  timeLimit: number;
  /** Aborts the call, including its retries. */
  signal: AbortSignal;
  /** Maximum tries if the status is 500; by default, a 500 is retried like any temporary failure. */
  most500s?: number;
  /** Returns true if this response body means that a retry is useless, despite a retriable status. */
  isFinal?: (body: string) => boolean;
  /** Maximum response size in bytes; by default the limit for JSON. */
  most?: number;
  /** The service's configured address. Set if `address` was chosen by the service, in one of its responses. */
  home?: string;
  /** Called at most once per call: after the first try has failed, before the second try. */
  onWait?: (failure: Error) => void;
}

/** Thrown if a service rejects a request permanently. `body` may contain details. */
export class ServiceRefusal extends GeneratorGaveUp {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  readonly body: string;

  constructor(message: string, status: number, body: string) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

class PassingFailure extends Error {
  readonly status: number;
  /** The delay in milliseconds that the service asks for; null if the service specifies no delay. */
  readonly retryAfter: number | null;

  constructor(message: string, status: number, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * Returns the response body. Retries temporary failures (no response, 408, 429, 5xx) until the signal is aborted.
 * Before a retry, waits for the delay that the service asks for, or else for a growing delay. Throws a ServiceRefusal
 * for other statuses, or the signal's reason.
 */
export function callService(address: string, init: RequestInit, patience: Patience): Promise<Buffer> {
  return retry(address, init, patience, body => body);
}

export function fetchPicture(address: string, patience: Patience): Promise<Buffer> {
  return callService(address, {}, { ...patience, most: mostBytes.picture });
}

/** Maximum size in bytes of JSON with a base64 picture. */
export const longestBase64 = mostBytes.picture * (4 / 3) + mostBytes.json;

/** Like `callService`, but parses JSON. Also retries responses that are not JSON, e.g. a proxy's error page. */
export function callForJson<Response>(
  address: string,
  init: RequestInit,
  patience: Patience,
): Promise<Response> {
  return retry(address, init, patience, body => JSON.parse(body.toString()) as Response);
}

async function retry<Result>(
  address: string,
  init: RequestInit,
  {
    timeLimit,
    signal,
    most500s = Number.POSITIVE_INFINITY,
    isFinal = () => false,
    onWait,
    most,
    home,
  }: Patience,
  read: (body: Buffer) => Result,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    // Check before sending: Node 24 ends the process (unhandled rejection) if a form is sent with an aborted signal.
    signal.throwIfAborted();
    let retryAfter: number | null = null;
    // Do not use AbortSignal.timeout: in `AbortSignal.any`, Node 20 may garbage-collect it before it fires.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`No response after ${timeLimit} ms`)), timeLimit);
    try {
      const limited = { ...init, signal: AbortSignal.any([signal, late.signal]) };
      const response = await fetchElsewhere(address, limited, { most, home });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.ok) return read(body);
      throw failureOf(address, response, body.toString(), isFinal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OddResponse) throw new GeneratorGaveUp(error.message);
      if (error instanceof GeneratorGaveUp) throw error;
      if (error instanceof PassingFailure) {
        if (error.status === 500 && tries >= most500s) throw error;
        retryAfter = error.retryAfter;
      }
      if (tries === 1) onWait?.(new Error(`${new URL(address).host} has to be waited for`, { cause: error }));
    } finally {
      clearTimeout(timer);
    }
    await delay(retryAfter ?? backOff(tries), undefined, { signal });
  }
}

export function jsonRequest(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/**
 * Exponential backoff in milliseconds, with jitter so that jobs that fail at the same moment retry at different
 * moments.
 */
function backOff(tries: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}

/** The error message contains only the URL's path, because the query may contain secrets. */
function failureOf(
  address: string,
  { status, headers }: globalThis.Response,
  body: string,
  isFinal: (body: string) => boolean,
): Error {
  const message = `${new URL(address).pathname} returned ${status}: ${body.slice(0, 300)}`;
  const mayPass = (status === 408 || status === 429 || status >= 500) && !isFinal(body);
  if (!mayPass) return new ServiceRefusal(message, status, body);
  return new PassingFailure(message, status, readRetryAfter(headers.get('retry-after')));
}

/** Parses a Retry-After header (seconds or a date, RFC 9110, section 10.2.3) to milliseconds; null if it is invalid. */
function readRetryAfter(text: string | null): number | null {
  if (!text) return null;
  const seconds = Number(text);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  if (Number.isNaN(milliseconds)) return null;
  // Limit the delay: no job waits longer than a day, and a timer would overflow after 24 days.
  return Math.min(Math.max(milliseconds, firstDelay), 24 * 3600 * 1000);
}
