import { lookup } from 'node:dns';
import {
  type IncomingMessage,
  Agent as PlainAgent,
  type RequestOptions,
  request as requestPlain,
} from 'node:http';
import { Agent, request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './is-public-address.ts';

/** Maximum response size in bytes, by kind of response. */
export const mostBytes = { json: 1_000_000, keys: 256_000, bill: 20_000_000, picture: 40_000_000 };

const mostRedirects = 3;

export class OddResponse extends Error {}

export interface Elsewhere {
  /**
   * An address from the settings. Requests to its origin may reach private IP addresses. Default: the requested
   * address.
   */
  home?: string | undefined;
  /** Maximum size of the response body in bytes. Default: the limit for JSON. */
  most?: number | undefined;
}

/** No keep-alive, because the other side may close a reused connection at any moment. TLS sessions are still reused. */
const agents = { 'http:': new PlainAgent(), 'https:': new Agent() };

/**
 * Like `fetch`, for all outgoing calls except Web Push and the object store's SDK. Reads the whole body before it
 * returns. Throws an OddResponse if the body is too long, if a redirect leads to another origin, or if the address is
 * neither public nor configured by the operator. When `signal` aborts, the call rejects with the signal's reason.
 */
export async function fetchElsewhere(
  address: string | URL,
  { signal, redirect, ...init }: RequestInit = {},
  { home = String(address), most = mostBytes.json }: Elsewhere = {},
): Promise<Response> {
  signal?.throwIfAborted();
  const request = new Request(address, init);
  const body = Buffer.from(await request.arrayBuffer());
  let url = new URL(request.url);
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, request, {
      body,
      most,
      signal,
      isOwn: url.origin === new URL(home).origin,
    });
    const location = response.headers.get('location');
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect || redirect === 'manual') return response;
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
    const mayFollow = redirect !== 'error' && ['GET', 'HEAD'].includes(request.method);
    if (!mayFollow || next?.origin !== url.origin || redirects === mostRedirects)
      throw new OddResponse(`${url.host} redirects to ${next?.origin ?? 'nowhere'}`);
    url = next;
  }
}

interface Sending {
  body: Buffer;
  most: number;
  signal: AbortSignal | null | undefined;
  isOwn: boolean;
}

async function send(url: URL, request: Request, { body, most, signal, isOwn }: Sending): Promise<Response> {
  const { method } = request;
  const isPlain = url.protocol === 'http:';
  if (!isPlain && url.protocol !== 'https:')
    throw new OddResponse(`${url.protocol} is no address of the web`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Only literal IP addresses are checked here. Names are checked when the connection looks them up, because a separate
  // lookup could return another address.
  if (!isOwn && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host);
  const options: RequestOptions = {
    method,
    agent: agents[isPlain ? 'http:' : 'https:'],
    headers: {
      accept: '*/*',
      ...Object.fromEntries(request.headers),
      'accept-encoding': 'identity',
      ...((body.length > 0 || !['GET', 'HEAD'].includes(method)) && { 'content-length': body.length }),
    },
    ...(signal && { signal }),
    ...(!isOwn && { lookup: publicLookup }),
  };
  try {
    const { incoming, bytes } = await new Promise<Received>((resolve, reject) => {
      const sent = (isPlain ? requestPlain : requestSecure)(url, options, incoming => {
        const chunks: Buffer[] = [];
        let length = 0;
        const refuse = () => incoming.destroy(new OddResponse(`${url.host} sent more than ${most} bytes`));
        if (method !== 'HEAD' && Number(incoming.headers['content-length'] ?? 0) > most) refuse();
        incoming.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > most) refuse();
          else chunks.push(chunk);
        });
        incoming.on('error', reject);
        incoming.on('end', () => resolve({ incoming, bytes: Buffer.concat(chunks) }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
    return asResponse(incoming, bytes);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof OddResponse ? error : new TypeError('fetch failed', { cause: error });
  }
}

interface Received {
  incoming: IncomingMessage;
  bytes: Buffer<ArrayBuffer>;
}

function asResponse(
  { statusCode: status = 0, rawHeaders }: IncomingMessage,
  bytes: Buffer<ArrayBuffer>,
): Response {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  return new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers });
}

const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublicAddress(address))) return done(notPublic(host), []);
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};

const notPublic = (host: string) => new OddResponse(`${host} is not on the public internet`);
