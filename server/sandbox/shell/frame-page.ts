import type { FastifyRequest } from 'fastify';

/** Name of the cookie that the simulator's page sets, for the app's pages alone. */
export const frameCookie = 'tyy_shell';

const script = '<script src="/sandbox/shell/inject.js"></script>';

/**
 * The app's page for the frame of the simulator: its script stands before the app's own, as a native app injects its
 * objects. Null for every other request.
 */
export function framePage(request: FastifyRequest, html: string): string | null {
  return isForFrame(request) ? html.replace('<head>', `<head>\n    ${script}`) : null;
}

function isForFrame({ headers }: FastifyRequest): boolean {
  // Browsers name the destination only on https and on the loopback.
  const destination = headers['sec-fetch-dest'] ?? 'iframe';
  const cookies = (headers.cookie ?? '').split(';').map(cookie => cookie.trim());
  return destination === 'iframe' && cookies.includes(`${frameCookie}=1`);
}
