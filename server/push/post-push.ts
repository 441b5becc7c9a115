import { Resolver } from 'node:dns/promises';
import { Agent, request } from 'node:https';
import { isPublicAddress } from '../elsewhere/is-public-address.ts';

/** How the network is reached; a test puts a push service of its own in its place. */
export interface PushNetwork {
  /** All addresses of a host. */
  resolve(host: string): Promise<{ address: string; family: number }[]>;
  agent: Agent;
}

/** One message, encrypted. */
export interface PushMessage {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** What a push service said: the status, and milliseconds that it wants us to wait. */
export interface PushResponse {
  status: number;
  retryAfter: number | null;
}

/** Milliseconds that a push service may take in all, its name and its body included. */
const timeLimit = 10_000;

/** Bytes of the headers of its response; its body is not read. */
const mostHeaders = 8_192;

/** The real network, with a connection for each message. */
export const publicNetwork: PushNetwork = { resolve, agent: new Agent({ keepAlive: false }) };

/** By name servers alone: what the system's own resolution waits for would hold one of Node's four threads for files. */
async function resolve(host: string): Promise<{ address: string; family: number }[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const found = [four, six].map(all => (all.status === 'fulfilled' ? all.value : []));
  return found.flatMap((all, index) => all.map(address => ({ address, family: index === 0 ? 4 : 6 })));
}

/**
 * Posts a message. It is sent only where all addresses of the host are public, and to the very address that was looked at;
 * a redirect is a response like any other. Rejects without a response in time.
 */
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
        // Never another one than was looked at: a name can change what it stands for.
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

/** Seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(text: string | undefined): number | null {
  if (!text) return null;
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(time) ? null : time;
}
