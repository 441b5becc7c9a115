import { createHash } from 'node:crypto';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** A Content-Security-Policy: directive to its sources. */
export type Policy = Record<string, string[]>;

/** Nothing at all may be loaded or run: for everything that is not a page. */
const closedPolicy: Policy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };

/** The security headers of every response. */
export const securityHeaders = headersOf(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: closedPolicy },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A browser starts a process for each page that sends it: a tenth of the time to the first paint on slow 3G. The
    // app speaks to no other window and listens to none, so a window that opened it could only lead it elsewhere.
    crossOriginOpenerPolicy: false,
    // These speak to browsers that are gone, and every response would carry them over a slow network.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

/** Puts the security headers on every response; pages loosen the policy by `policyHeader`. */
export function protectResponses(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
}

/** The headers that helmet sets: the same on every response, so that they are made only once. */
function headersOf(setHeaders: ReturnType<typeof helmet>): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, () => {});
  return response.getHeaders();
}

/**
 * The policy of the app's pages; inline scripts and styles that the build left in them are allowed by their hash, and
 * photos may go to `pictureOrigins` and pictures come from them.
 */
export function appPolicy(html: string, pictureOrigins: string[]): Policy {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...hashesOf(html, 'script')],
    'style-src': ["'self'", ...hashesOf(html, 'style')],
    // Custom properties on elements carry placeholder colours and progress.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...pictureOrigins],
    'connect-src': ["'self'", ...pictureOrigins],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
  };
}

/** What the app's pages may use of the phone (Permissions-Policy): the camera, for the guided selfie, and nothing in a frame of another origin. */
export const devicePolicy = 'camera=(self), microphone=(), geolocation=()';

/** The value of the header. */
export function policyHeader(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** The sources that allow the inline elements of a page. */
export function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${element}>`, 'g');
  const hashes = [...html.matchAll(inline)].map(([, content = '']) => {
    const hash = createHash('sha256').update(content).digest('base64');
    return `'sha256-${hash}'`;
  });
  // Several pages of the app carry the same script.
  return [...new Set(hashes)];
}
