import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user whose token came with the request, if it is valid. */
    userId: string | null;
  }
}

/** The refusal of a request without a valid token. */
export function signInAgain(): ApiError {
  return new ApiError('tokenMissing', 'error.sign-in-again');
}

/** Route option that refuses requests without a valid token with 1002. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  if (request.userId === null) throw signInAgain();
}

/** The same for a call that guests may make: a token that came with it must be valid all the same, so that an old one is renewed. */
export async function signedInOrGuest(request: FastifyRequest): Promise<void> {
  if (request.userId === null && tokenOf(request) !== null) throw signInAgain();
}

/** The user who makes a call that only signed-in users may make. */
export function callerOf(request: Pick<FastifyRequest, 'userId'>): string {
  if (request.userId === null) throw signInAgain();
  return request.userId;
}

/** The bearer token of a request, if it has one. */
export function tokenOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}
