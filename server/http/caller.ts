import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user that the request's token belongs to; null if the token is missing or invalid. */
    userId: string | null;
  }
}

export function signInAgain(): ApiError {
  return new ApiError('tokenMissing', 'error.sign-in-again');
}

/** A hook for routes: refuses requests without a valid token, with code 1002. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  if (request.userId === null) throw signInAgain();
}

/** A hook for routes that need no token. Still refuses an invalid token, so that the app renews it. */
export async function signedInOrGuest(request: FastifyRequest): Promise<void> {
  if (request.userId === null && tokenOf(request) !== null) throw signInAgain();
}

/** Throws 1002 if there is no signed-in user. */
export function callerOf(request: Pick<FastifyRequest, 'userId'>): string {
  if (request.userId === null) throw signInAgain();
  return request.userId;
}

export function tokenOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}

/** Aborted when the caller disconnects. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // Watch the response, because the request closes as soon as its body has been read.
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * Identifies a caller without an account by the IP address, normalized (no port, brackets or zone; IPv4 within IPv6 as
 * IPv4). For IPv6, returns only the first 64 bits, because a customer usually has all addresses that begin with them.
 * Empty if the caller has disconnected.
 */
export function addressOf({ ip = '' }: Partial<Pick<FastifyRequest, 'ip'>>): string {
  const [, withPort, bracketed] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$|^\[(.+)\](?::\d+)?$/.exec(ip.trim()) ?? [];
  const bare = (withPort ?? bracketed ?? ip).trim().split('%', 1)[0]!;
  if (isIP(bare) !== 6) return bare;
  // The URL parser writes each address in its shortest form.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = before === '' ? [] : before.split(':');
  const last = after ? after.split(':') : [];
  const all =
    after === undefined ? groups : [...groups, ...Array(8 - groups.length - last.length).fill('0'), ...last];
  const [high = 0, low = 0] = all.slice(6).map(group => Number.parseInt(group, 16));
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${all.slice(0, 4).join(':')}::/64`;
}
