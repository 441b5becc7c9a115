import type { FastifyInstance, FastifyRequest } from 'fastify';
import { wrongParameter } from './api-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin of the app; null or undefined: taken from each request. */
    publicUrl?: string | null;
  }
}

/** Parsed origins by address; bounded, since callers can make up hosts. */
const known = new Map<string, string>();
const mostKnown = 200;

/** A host name or IP address with an optional port. URL parsing accepts more, e.g. quotes, which pages must not get. */
const hostPattern = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Refuses requests with several Host headers: Node uses the first, a proxy may have used another. */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isHost = (name: string, index: number) => index % 2 === 0 && name.toLowerCase() === 'host';
    if (raw.rawHeaders.filter(isHost).length > 1) done(wrongParameter('Host', 'parameter.host'));
    else done();
  });
}

/** Origin of the app: PUBLIC_URL, else from the request. Proxy headers count only if trusted. */
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

/** Throws unless `address` is on our own origin or on an allowed CORS origin. */
export function checkReturn(
  parameter: string,
  address: string,
  request: FastifyRequest,
  { corsOrigins }: { corsOrigins: string[] },
): void {
  // Checks the protocol too: the origin of a blob: address is that of the page that made it.
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  const origin = isWeb ? new URL(address).origin : null;
  if (origin === null || ![originOf(request), ...corsOrigins].includes(origin)) {
    throw wrongParameter(parameter, 'parameter.foreign-origin');
  }
}
