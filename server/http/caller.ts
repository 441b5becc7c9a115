import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Owner of the request's token; null if the token is missing or invalid. */
    userId: string | null;
  }
}

export function signInAgain(): ApiError {
  return new ApiError('tokenMissing', 'error.sign-in-again');
}

/** Route hook: refuses requests without a valid token, with code 1002. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  if (request.userId === null) throw signInAgain();
}

/** Route hook for calls that guests may make. Refuses an invalid token all the same, so that the app renews it. */
export async function signedInOrGuest(request: FastifyRequest): Promise<void> {
  if (request.userId === null && tokenOf(request) !== null) throw signInAgain();
}

/** Returns the signed-in user's id; throws 1002 for guests. */
export function callerOf(request: Pick<FastifyRequest, 'userId'>): string {
  if (request.userId === null) throw signInAgain();
  return request.userId;
}

export function tokenOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}

export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // Listen to the response: the request emits `close` as soon as its body has been read.
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

/** The caller's IP address without port or zone; for IPv6 the /64 network, which usually belongs to one customer. */
export function addressOf({ ip = '' }: Partial<Pick<FastifyRequest, 'ip'>>): string {
  const [, withPort, bracketed] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$|^\[(.+)\](?::\d+)?$/.exec(ip.trim()) ?? [];
  const bare = (withPort ?? bracketed ?? ip).trim().split('%', 1)[0]!;
  if (isIP(bare) !== 6) return bare;
  // The URL parser shortens IPv6 addresses to one canonical form.
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

/** Ordered by file size, smallest first. */
const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The smallest format that the `accept` header names; JPEG if it names none of them. */
export function pictureFormatOf(accept = ''): PictureFormat {
  return pictureFormats.find(format => accept.includes(`image/${format}`)) ?? 'jpeg';
}
