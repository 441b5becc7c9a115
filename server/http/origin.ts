import type { FastifyRequest } from 'fastify';
import { wrongParameter } from './api-error.ts';

/** Origins by what requests said; made-up ones must not fill the memory. */
const known = new Map<string, string>();
const mostKnown = 200;

/** The origin under which the caller reached this server; a proxy's headers count only when proxies are trusted. */
export function originOf(request: FastifyRequest): string {
  const address = `${request.protocol}://${request.host}`;
  const origin = known.get(address);
  if (origin !== undefined) return origin;
  if (known.size >= mostKnown) known.clear();
  if (!URL.canParse(address)) throw wrongParameter('Host', 'is not the name of a host');
  known.set(address, new URL(address).origin);
  return new URL(address).origin;
}

/** Throws unless people may be sent to `address`: it lies on this origin or on one that may call the API. */
export function checkReturn(
  parameter: string,
  address: string,
  request: FastifyRequest,
  { corsOrigins }: { corsOrigins: string[] },
): void {
  const origin = URL.canParse(address) ? new URL(address).origin : null;
  if (origin === null || ![originOf(request), ...corsOrigins].includes(origin)) {
    throw wrongParameter(parameter, 'must lead to this origin or to one of CORS_ORIGINS');
  }
}
