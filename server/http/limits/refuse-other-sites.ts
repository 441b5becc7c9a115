import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { originOf } from '../origin.ts';

const readOnly = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses requests sent by pages of other sites on all routes that change something, except below `except`. */
export function refuseOtherSites(app: FastifyInstance, { except }: { except: string[] }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    const isOpen = readOnly.includes(request.method) || except.some(path => url.startsWith(path));
    done(!isOpen && isFromOtherSite(request) ? otherSite() : undefined);
  });
}

export const otherSite = () => new ApiError('wrongAddress', 'error.other-site');

/**
 * True if a page of another origin made a browser send the request. Browsers before 2023 only send `Origin`, which is
 * `null` for a sandboxed frame. A request without both headers is not from a page.
 */
export function isFromOtherSite(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site !== 'none' && site !== 'same-origin';
  return origin !== undefined && origin !== originOf(request);
}
