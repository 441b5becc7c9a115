import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, wrongParameter } from './api-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin of the app; if not set, each request's own origin is used. */
    publicUrl?: string | null;
  }
}

/** Cache of parsed origins, limited because callers can make up hosts. */
const known = new Map<string, string>();
const mostKnown = 200;

/** A host with an optional port. `URL` would also accept e.g. quotes, which must not get into pages. */
const hostPattern = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Refuses requests with several Host headers: Node uses the first, but a proxy may have used another. */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isHost = (name: string, index: number) => index % 2 === 0 && name.toLowerCase() === 'host';
    if (raw.rawHeaders.filter(isHost).length > 1) done(wrongParameter('Host', 'parameter.host'));
    else done();
  });
}

/** Origin of the app: PUBLIC_URL, else the request's origin. Uses a proxy's headers only if the proxy is trusted. */
export function originOf(request: FastifyRequest): string {
  const { publicUrl } = request.server;
  if (publicUrl) return publicUrl;
  const address = `${request.protocol}://${request.host}`;
  const origin = known.get(address);
  if (origin !== undefined) return origin;
  if (known.size >= mostKnown) known.clear();
  if (!hostPattern.test(request.host ?? '') || !URL.canParse(address))
    throw wrongParameter('Host', 'parameter.host');
  known.set(address, new URL(address).origin);
  return new URL(address).origin;
}

/** Throws unless `address` has our own origin or an allowed CORS origin. */
export function checkReturn(
  parameter: string,
  address: string,
  request: FastifyRequest,
  { corsOrigins }: { corsOrigins: string[] },
): void {
  // Check the protocol too: the origin of a blob: address is that of the page that made it.
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  const origin = isWeb ? new URL(address).origin : null;
  if (origin === null || ![originOf(request), ...corsOrigins].includes(origin)) {
    throw wrongParameter(parameter, 'parameter.foreign-origin');
  }
}

const readOnly = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses requests from pages of other sites unless they only read; paths below `except` stay open. */
export function refuseOtherSites(app: FastifyInstance, { except }: { except: string[] }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    const isOpen = readOnly.includes(request.method) || except.some(path => url.startsWith(path));
    done(!isOpen && isFromOtherSite(request) ? otherSite() : undefined);
  });
}

export const otherSite = () => new ApiError('wrongAddress', 'error.other-site');

/** Reads `Sec-Fetch-Site`, or `Origin` for browsers before 2023. False without both: no page sent the request. */
export function isFromOtherSite(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site !== 'none' && site !== 'same-origin';
  return origin !== undefined && origin !== originOf(request);
}
