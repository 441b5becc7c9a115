import { setTimeout as delay } from 'node:timers/promises';
import { fetchElsewhere, mostBytes, OddResponse } from '../../elsewhere/fetch-elsewhere.ts';
import { GeneratorGaveUp } from '../generator.ts';

/** Milliseconds before the second try; each further delay is twice as long, up to the longest. */
const firstDelay = 500;
const longestDelay = 30_000;

/** Where calls end. */
export interface Patience {
  /** How long one try may take (milliseconds). */
  timeLimit: number;
  /** Ends all tries. */
  signal: AbortSignal;
  /** A status of 500 is final after this many tries; without this, it is retried like any temporary failure. */
  most500s?: number;
  /** Whether a refusal that may pass by its status does not, by its body. */
  isFinal?: (body: string) => boolean;
  /** The most bytes of a response; those of JSON unless given. */
  most?: number;
  /** The operator's address of the service where `address` came from the service itself. */
  home?: string;
  /** Called once a call, when its first try has failed and the next is waited for. */
  onWait?: (failure: Error) => void;
}

/** A service's final refusal: its status, and the body for callers that can read more from it. */
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
  /** Milliseconds that the service wants us to wait, or null. */
  readonly retryAfter: number | null;

  constructor(message: string, status: number, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * Calls a service and returns the body of its response. What may pass (no response, 408, 429 and 5xx) is retried until
 * the signal ends it, after the delay that the service asks for where it does. Throws a ServiceRefusal for any other
 * status, and the signal's reason when it is aborted.
 */
export function callService(address: string, init: RequestInit, patience: Patience): Promise<Buffer> {
  return retry(address, init, patience, body => body);
}

/** The bytes of a picture that a service made. */
export function fetchPicture(address: string, patience: Patience): Promise<Buffer> {
  return callService(address, {}, { ...patience, most: mostBytes.picture });
}

/** The most bytes of JSON that may hold a picture in base64. */
export const longestBase64 = mostBytes.picture * (4 / 3) + mostBytes.json;

/** The same for a response in JSON; one that is something else, such as the page of a proxy, is retried too. */
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
    // Node 24 ends the process by a rejection of its own when a form is to be sent on a signal that was aborted before.
    signal.throwIfAborted();
    let retryAfter: number | null = null;
    // Not AbortSignal.timeout, which Node 20 may collect before it fires when another signal is made of it.
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

/** The request that carries `body` as JSON. */
export function jsonRequest(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Many jobs fail at the same moment: they should not all come back at the same moment. */
function backOff(tries: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}

/** The query of an address may be a secret: only the path is named. */
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

/** Seconds or a date (RFC 9110, section 10.2.3) as milliseconds from now; null when there is neither. */
function readRetryAfter(text: string | null): number | null {
  if (!text) return null;
  const seconds = Number(text);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  if (Number.isNaN(milliseconds)) return null;
  // Longer than any job is waited for; a timer would overflow above 24 days.
  return Math.min(Math.max(milliseconds, firstDelay), 24 * 3600 * 1000);
}
