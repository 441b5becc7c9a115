import { createHash } from 'node:crypto';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

export type Policy = Record<string, string[]>;

/** Forbids everything; for responses that are not pages. */
const closedPolicy: Policy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };

export const securityHeaders = headersOf(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: closedPolicy },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Off, because with this header browsers start a process for each page, which delays the first paint on slow 3G by
    // a tenth. Without it, another window could only navigate the app.
    crossOriginOpenerPolicy: false,
    // Off: these headers have little use in current browsers, and they cost bytes on slow networks.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

export function protectResponses(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
}

/** Computes helmet's headers once, because they are the same in every response. */
function headersOf(setHeaders: ReturnType<typeof helmet>): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, () => {});
  return response.getHeaders();
}

/** Allows the page's inline scripts and styles by their hashes, and pictures from and uploads to `pictureOrigins`. */
export function appPolicy(html: string, pictureOrigins: string[]): Policy {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...hashesOf(html, 'script')],
    'style-src': ["'self'", ...hashesOf(html, 'style')],
    // Style attributes hold placeholder colours and progress.
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

/** Permissions-Policy of the app's pages. The guided selfie needs the camera. */
export const devicePolicy = 'camera=(self), microphone=(), geolocation=()';

export function policyHeader(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

export function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${element}>`, 'g');
  const hashes = [...html.matchAll(inline)].map(([, content = '']) => {
    const hash = createHash('sha256').update(content).digest('base64');
    return `'sha256-${hash}'`;
  });
  return [...new Set(hashes)];
}
