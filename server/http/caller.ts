import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the request's token; null if the token is missing or invalid. */
    userId: string | null;
  }
}

export function signInAgain(): ApiError {
  return new ApiError('tokenMissing', 'error.sign-in-again');
}

/** Route option: refuses requests without a valid token with 1002. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  if (request.userId === null) throw signInAgain();
}

/** Route option for calls open to guests: an invalid token is still refused, so that the app renews it. */
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
