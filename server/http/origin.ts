import type { FastifyRequest } from 'fastify';

/** The origin under which the caller reached this server; a proxy's headers count only when proxies are trusted. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
