import { lookup } from 'node:dns';
import {
  type IncomingMessage,
  Agent as PlainAgent,
  type RequestOptions,
  request as requestPlain,
} from 'node:http';
import { Agent, request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Maximum response size in bytes, by kind of response. */
export const mostBytes = { json: 1_000_000, keys: 256_000, bill: 20_000_000, picture: 40_000_000 };

const mostRedirects = 3;

export class OddResponse extends Error {}

interface Elsewhere {
  /** An address from the settings, whose origin may be at a private IP. Default: the requested address. */
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
  // Names are checked at the connection's own lookup, because another could return other addresses.
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

/** Public IPv6 addresses (global unicast). All other IPv6 addresses are local or contain an IPv4 address. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Ranges that IANA's registries reserve for special purposes. */
const special = new BlockList();
const ofOneNetwork = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo and 6to4 addresses contain an IPv4 address. The other ranges are for protocols and documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];
for (const subnet of ofOneNetwork) {
  const [address = '', bits] = subnet.split('/');
  special.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** False for addresses that may belong to this machine, its network or its cloud provider. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
