import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { wrongParameter } from './api-error.ts';

/** The origin under which the caller reached this server; a proxy's headers count only when proxies are trusted. */
export function originOf(request: FastifyRequest): string {
  const address = `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) throw wrongParameter('Host', 'is not the name of a host');
  return new URL(address).origin;
}

/** Throws unless people may be sent to `address`: it lies on this origin or on one that may call the API. */
export function checkReturn(
  parameter: string,
  address: string,
  request: FastifyRequest,
  { corsOrigins }: Config,
): void {
  const origin = URL.canParse(address) ? new URL(address).origin : null;
  if (origin === null || ![originOf(request), ...corsOrigins].includes(origin)) {
    throw wrongParameter(parameter, 'must lead to this origin or to one of CORS_ORIGINS');
  }
}
