import { Resolver } from 'node:dns/promises';
import { Agent, request } from 'node:https';
import { isPublicAddress } from '../elsewhere/fetch-elsewhere.ts';

export interface PushNetwork {
  resolve(host: string): Promise<{ address: string; family: number }[]>;
  agent: Agent;
}

export interface PushMessage {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** `retryAfter` is in milliseconds; null if the push service did not send a delay. */
export interface PushResponse {
  status: number;
  retryAfter: number | null;
}

/** Time limit in milliseconds for a whole request, including the DNS lookup. */
const timeLimit = 10_000;

/** Maximum size of the response headers in bytes. We do not read the body. */
const mostHeaders = 8_192;

export const publicNetwork: PushNetwork = { resolve, agent: new Agent({ keepAlive: false }) };

/** Queries DNS servers directly: the system's lookup would block one of Node's four file threads. */
async function resolve(host: string): Promise<{ address: string; family: number }[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const found = [four, six].map(all => (all.status === 'fulfilled' ? all.value : []));
  return found.flatMap((all, index) => all.map(address => ({ address, family: index === 0 ? 4 : 6 })));
}

/** Sends a message if all of the host's IP addresses are public. Follows no redirects. Rejects after the time limit. */
export async function postPush(
  network: PushNetwork,
  message: PushMessage,
  closing: AbortSignal,
): Promise<PushResponse> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no response after ${timeLimit} ms`)), timeLimit);
  const signal = AbortSignal.any([closing, late.signal]);
  try {
    const { hostname } = new URL(message.endpoint);
    const addresses = await Promise.race([network.resolve(hostname), aborted(signal)]);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new Error(`${hostname} is not on the public internet`);
    }
    return await post(network.agent, message, { to: addresses, signal });
  } finally {
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}

function post(
  agent: Agent,
  { endpoint, headers, body }: PushMessage,
  { to, signal }: { to: { address: string; family: number }[]; signal: AbortSignal },
): Promise<PushResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      endpoint,
      {
        method: 'POST',
        agent,
        signal,
        headers,
        maxHeaderSize: mostHeaders,
        // Connect to the addresses that were checked. Another lookup could return different ones.
        lookup: (_host, { all }, done) => {
          if (all) done(null, to);
          else done(null, to[0]!.address, to[0]!.family);
        },
      },
      response => {
        const { statusCode: status = 0, headers: said } = response;
        response.destroy();
        resolve({ status, retryAfter: readRetryAfter(said['retry-after']) });
      },
    );
    sent.on('error', error => reject(signal.aborted ? signal.reason : error));
    sent.end(body);
  });
}

/** In milliseconds, from seconds or a date (RFC 9110, section 10.2.3). Null if invalid. */
function readRetryAfter(text: string | undefined): number | null {
  if (!text) return null;
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(time) ? null : time;
}
