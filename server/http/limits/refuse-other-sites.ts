import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { originOf } from '../origin.ts';

const readOnly = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses what a page of another site makes its visitors' browsers send, in every route that changes something, except
 * below the paths `except`.
 */
export function refuseOtherSites(app: FastifyInstance, { except }: { except: string[] }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    const isOpen = readOnly.includes(request.method) || except.some(path => url.startsWith(path));
    done(!isOpen && isFromOtherSite(request) ? otherSite() : undefined);
  });
}

/** The refusal of a request that another site made a browser send. */
export const otherSite = () => new ApiError('wrongAddress', 'error.other-site');

/**
 * Whether a page of another origin made a browser send this. Browsers before 2023 say it only by `Origin`, which is `null` for a
 * sandboxed frame. A request without either header does not come from a page.
 */
export function isFromOtherSite(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site !== 'none' && site !== 'same-origin';
  return origin !== undefined && origin !== originOf(request);
}
