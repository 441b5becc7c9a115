import type { FastifyInstance, FastifyRequest } from 'fastify';
import { wrongParameter } from './api-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The origin at which the app is reached; without it each request says. */
    publicUrl?: string | null;
  }
}

/** Origins by what requests said; made-up ones must not fill the memory. */
const known = new Map<string, string>();
const mostKnown = 200;

/** A name or an address of a machine, and a port: what else parses as one, such as quotation marks, is no host that pages may name. */
const hostPattern = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Refuses requests with more than one Host header: Node takes the first, a proxy may have taken another. */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isHost = (name: string, index: number) => index % 2 === 0 && name.toLowerCase() === 'host';
    if (raw.rawHeaders.filter(isHost).length > 1) done(wrongParameter('Host', 'parameter.host'));
    else done();
  });
}

/** The origin at which the app is reached: PUBLIC_URL, else what the request says; headers of proxies count only where trusted. */
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

/** Throws unless users may be sent to `address`: it lies on this origin or on one that may call the API. */
export function checkReturn(
  parameter: string,
  address: string,
  request: FastifyRequest,
  { corsOrigins }: { corsOrigins: string[] },
): void {
  // Not by the origin alone: that of a blob: address is the one of the page that made it.
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  const origin = isWeb ? new URL(address).origin : null;
  if (origin === null || ![originOf(request), ...corsOrigins].includes(origin)) {
    throw wrongParameter(parameter, 'parameter.foreign-origin');
  }
}
