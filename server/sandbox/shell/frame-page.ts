import type { FastifyRequest } from 'fastify';

/** Set by the simulator's page, for the app's pages only. */
export const frameCookie = 'tyy_shell';

const script = '<script src="/sandbox/shell/inject.js"></script>';

/** Adds a script before the app's own, like the objects that a native app injects. Null outside of the simulator. */
export function framePage(request: FastifyRequest, html: string): string | null {
  return isForFrame(request) ? html.replace('<head>', `<head>\n    ${script}`) : null;
}

function isForFrame({ headers }: FastifyRequest): boolean {
  // Browsers send this header only on https and on loopback addresses.
  const destination = headers['sec-fetch-dest'] ?? 'iframe';
  const cookies = (headers.cookie ?? '').split(';').map(cookie => cookie.trim());
  return destination === 'iframe' && cookies.includes(`${frameCookie}=1`);
}
