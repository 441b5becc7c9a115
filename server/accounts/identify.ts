import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { signInAgain } from './sign-in-again.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person whose token came with the request, if it is valid. */
    userId: string | null;
  }
}

/** Finds out, before anything else happens to a request, whose it is. */
export function identifyCallers(app: FastifyInstance, { sessions }: Services): void {
  app.decorateRequest('userId', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const token = tokenOf(request);
    const found = token ? sessions.findUser(token) : null;
    if (!(found instanceof Promise)) {
      request.userId = found;
      return done();
    }
    found.then(userId => {
      request.userId = userId;
      done();
    }, done);
  });
}

/** Route option that refuses with 1002 whoever has no valid token. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  if (request.userId === null) throw signInAgain();
}

/** The person who calls a route that only signed-in people reach. */
export function callerOf(request: FastifyRequest): string {
  if (request.userId === null) throw signInAgain();
  return request.userId;
}

/** The bearer token of a request, if it has one. */
export function tokenOf(request: FastifyRequest): string | null {
  return request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}
